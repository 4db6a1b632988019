// `css` is a plain string; the name lets editors and the formatter read it as CSS.
const css = String.raw;

/** Where colours are the system's, and on paper. */
export const mediaStyle = css`
  /* Colours are the system's: shapes and words alone must tell. */
  @media (forced-colors: active) {
    .pin {
      fill: Highlight;
      stroke: Canvas;
    }
    .scale .band,
    .score-bar .bar,
    .swatch {
      stroke: CanvasText;
      stroke-width: 1px;
    }
    #hatch .ground {
      fill: Canvas;
    }
    #hatch .line {
      fill: CanvasText;
    }
    .scale .band.human,
    .score-bar .human .bar,
    .swatch.human {
      fill: Canvas;
    }
    .scale .band.ai,
    .score-bar .ai .bar,
    .swatch.ai {
      fill: CanvasText;
    }
    .score-bar a.on .bar,
    .score-bar a:focus-visible .bar {
      stroke: Highlight;
      stroke-width: 3px;
    }
    .weight,
    .ai .weight {
      fill: CanvasText;
    }
    .s.uncertain,
    .s.ai {
      text-decoration-color: CanvasText;
    }
  }

  @media print {
    .report {
      display: block;
      max-width: none;
      padding: 0;
      font-size: 10pt;
      print-color-adjust: exact;
    }
    .report > * {
      margin-bottom: 1.6em;
    }
    .report .actions,
    .report .filter,
    .readout {
      display: none;
    }
    .evidence {
      display: grid;
      grid-template-columns: 1fr 1fr;
      gap: 0 2.4em;
      break-inside: avoid;
    }
    .evidence h2 {
      grid-column: 1 / -1;
    }
    .evidence .side {
      margin: 0;
    }
    article {
      max-width: none;
    }
    .about .title {
      white-space: normal;
    }
    .report article p {
      content-visibility: visible;
      orphans: 2;
      widows: 2;
    }
    .settle,
    .details,
    .limits {
      break-inside: avoid;
    }
  }
`;
