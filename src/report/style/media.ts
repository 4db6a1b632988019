// `css` is a plain string; the name lets editors and the formatter read it as CSS.
const css = String.raw;

/** On narrow screens, where colours are the system's, and on paper. It changes rules of the others, so it comes last. */
export const mediaStyle = css`
  /* Nothing was judged: no row stays empty where summary and evidence would be. */
  @media (min-width: 761px) {
    .report:not(:has(> .evidence, > .fields)) {
      grid-template: 'head head' 'text aside' / minmax(0, 1fr) 21em;
    }
  }
  @media (max-width: 760px) {
    .report {
      grid-template: 'head' 'summary' 'evidence' 'text' 'aside' / minmax(0, 1fr);
      gap: 2em;
      padding: 1.4em 1.2em 3em;
    }
    .report:not(:has(> .evidence, > .fields)) {
      grid-template: 'head' 'text' 'aside' / minmax(0, 1fr);
    }
    .report > header {
      flex-wrap: wrap;
    }
    .report > header > div {
      flex-shrink: 1;
    }
    .report > header > .actions {
      justify-content: start;
    }
    .report h1 {
      font-size: 1.6em;
    }
    .legend .counts {
      flex-basis: 100%;
    }
  }
  @media (max-width: 519px) {
    .report .readout {
      height: 4.5em;
      -webkit-line-clamp: 3;
    }
  }
  @media (min-width: 520px) and (max-width: 760px), print {
    .evidence {
      display: grid;
      grid-template-columns: 1fr 1fr;
      gap: 0 2.4em;
    }
    .evidence h2 {
      grid-column: 1 / -1;
    }
    .evidence .side {
      margin: 0;
    }
  }

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

  /* On paper: what is found on the first page, the text from the second. */
  @media print {
    .report {
      display: flex;
      flex-direction: column;
      gap: 1.8em;
      max-width: none;
      padding: 0;
      font-size: 9.5pt;
      print-color-adjust: exact;
    }
    .report .actions,
    .report .filter,
    .report .readout {
      display: none;
    }
    .report h2,
    .report h3,
    .report article p:not([class*='has-']) {
      break-after: avoid;
    }
    .report > header,
    .summary,
    .side li,
    .settle,
    .details,
    .limits {
      break-inside: avoid;
    }
    .scale {
      margin-bottom: 1.8em;
    }
    .side li {
      margin-bottom: 0.7em;
    }
    .aside {
      display: block;
      columns: 2;
      column-gap: 2.4em;
    }
    .aside > * + * {
      margin-top: 1.8em;
    }
    .aside > :first-child {
      margin-top: 0;
    }
    .report .text {
      order: 1;
      break-before: page;
    }
    article {
      max-width: none;
      font-size: 11pt;
      line-height: 1.6;
    }
    .about .title {
      white-space: normal;
    }
    .report article p {
      content-visibility: visible;
      orphans: 2;
      widows: 2;
    }
  }
`;
