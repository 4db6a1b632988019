import { marksStyle } from './marks.ts';

// `css` is a plain string; the name lets editors and the formatter read it as CSS.
const css = String.raw;

/** Rules for narrow screens, forced colours and print. They override the other rules, so they come last. */
const mediaStyle = css`
  /* If nothing was judged, summary and evidence leave no empty rows. */
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

  /* The system sets the colours, so shapes and words must be enough. */
  @media (forced-colors: active) {
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
    /* Only the verdict's own band is filled; the others are outlines. */
    .report .scale .band:not(.own) {
      fill: Canvas;
      stroke-dasharray: 3 3;
      opacity: 1;
    }
    .scale .band.own {
      stroke-width: 3px;
    }
    .score-bar a.on .bar,
    .score-bar a:focus-visible .bar {
      stroke: Highlight;
      stroke-width: 3px;
    }
    .side:is(.ai, .human) .weight {
      fill: CanvasText;
    }
    .s.uncertain,
    .s.ai {
      text-decoration-color: CanvasText;
    }
  }

  /* In print, the findings are on the first page and the text starts on the second. */
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
    .report .readout,
    .side summary,
    .basis summary {
      display: none;
    }
    .side details::details-content,
    .basis::details-content {
      height: auto;
      content-visibility: visible;
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

const layout = css`
  body {
    margin: 0;
    padding: 0;
    background: var(--paper);
    color: var(--ink);
    font: var(--size) / 1.5 var(--font);
  }
  .report {
    display: grid;
    grid-template:
      'head head'
      'summary summary'
      'text evidence' auto
      'text aside' 1fr / minmax(0, 1fr) 21em;
    gap: 2.4em 4em;
    box-sizing: border-box;
    max-width: 72em;
    margin: 0 auto;
    padding: 2.2em 2.2em 4em;
    overflow-wrap: anywhere;
  }
  .report > header {
    grid-area: head;
    display: flex;
    gap: 1em 2em;
    justify-content: space-between;
  }
  .report > header > div {
    flex: 1 0 28em;
    min-width: 0;
  }
  /* Buttons with long labels wrap into two rows beside the claim. */
  .report > header > .actions {
    justify-content: end;
  }
  .summary {
    grid-area: summary;
  }
  .evidence {
    grid-area: evidence;
  }
  .text {
    grid-area: text;
  }
  .aside {
    grid-area: aside;
    display: grid;
    gap: 2.4em;
    align-content: start;
  }
  .report h1 {
    margin: 0.1em 0 0.25em;
    font-size: 1.85em;
    font-weight: 600;
    line-height: 1.2;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  .report h2,
  .report h3 {
    margin: 0 0 0.6em;
    font-size: 1em;
    font-weight: 600;
  }
  .report h3 {
    margin: 0 0 0.4em;
    color: var(--faint);
    font-weight: 400;
  }
  .report p {
    margin: 0 0 0.6em;
  }
  .report ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  a {
    color: var(--link);
  }
  :focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  .about,
  .report .dim {
    color: var(--faint);
  }
  .about b {
    font-weight: 600;
  }
  /* A long title is cut so that the verdict stays visible; the details show all of it. */
  .about .title {
    display: inline-block;
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: bottom;
    white-space: nowrap;
  }
  .confidence {
    text-wrap: pretty;
    max-width: 46em;
    font-size: 1.15em;
  }
  .is-not,
  .basis {
    color: var(--faint);
  }
  .report .is-not {
    margin-bottom: 0.15em;
  }
  .basis {
    margin-bottom: 0.9em;
  }
  .basis summary {
    width: fit-content;
    color: var(--link);
    cursor: pointer;
  }
  .report .basis p {
    max-width: 46em;
    margin: 0.2em 0 0;
  }
  .reason {
    max-width: 53em;
    color: var(--faint);
  }

  /* Buttons */
  .report .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em;
    align-self: start;
    margin: 0;
  }
  .report .details .actions {
    margin-top: 0.9em;
  }
  .report button {
    padding: 0.3em 0.9em;
    border: 1px solid var(--button-line);
    border-radius: 3px;
    background: var(--button);
    color: var(--on-button);
    font: inherit;
    cursor: pointer;
  }
  .report button:hover {
    background: var(--button-hover);
  }
  .report header button:first-child,
  .state button {
    background: var(--accent);
    color: var(--on-accent);
  }
  .report header button:first-child:hover,
  .state button:hover {
    background: var(--accent-hover);
  }

  /* The evidence */
  .side + .side {
    margin-top: 1.8em;
  }
  .side li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0.1em 1em;
    margin-bottom: 1em;
  }
  .side summary {
    margin-bottom: 1em;
    color: var(--link);
    cursor: pointer;
  }
  .strength,
  .report .places {
    color: var(--faint);
  }
  .weight {
    grid-column: 1 / -1;
    width: 100%;
    height: 5px;
    border-radius: 2px;
    background: color-mix(in srgb, var(--ink) 10%, transparent);
  }
  /* By side, because the surrounding section has the verdict as its class. */
  .side.human .weight {
    fill: var(--human);
  }
  .side.ai .weight {
    fill: var(--ai);
  }
  .evidence.uncertain .side .weight {
    fill: url(#hatch);
  }
  .report .places {
    grid-column: 1 / -1;
    margin: 0.15em 0 0;
    font-size: 0.92em;
  }
  .places a {
    color: inherit;
    text-decoration: none;
  }
  .places a:hover {
    text-decoration: underline;
  }
  .quote {
    font-family: var(--serif);
    font-size: 1.08em;
  }

  /* What else helps */
  .report .settle ul {
    padding-inline-start: 1.2em;
    list-style: disc;
  }

  /* Details */
  dl {
    margin: 0;
  }
  dl div {
    display: grid;
    grid-template-columns: 6.5em minmax(0, 1fr);
    gap: 0.8em;
    padding: 0.1em 0;
  }
  dt {
    color: var(--faint);
  }
  dd {
    margin: 0;
  }

  /* Fields of a report without a result */
  .fields {
    grid-area: summary;
  }
  .fields dl div {
    grid-template-columns: 10em minmax(0, 1fr);
  }
  .fields pre {
    max-height: 20em;
    margin: 0;
    overflow: auto;
    white-space: pre-wrap;
  }

  /* For screen readers only */
  .status,
  .filter legend,
  article .s.ai::before,
  article .s.uncertain::before {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  /* Loading, failed, gone */
  .state {
    grid-column: 1 / -1;
    max-width: 40em;
    margin: 12vh auto 0;
    text-align: center;
  }
  .report .state h1 {
    margin-bottom: 1em;
    font-size: 1.25em;
    font-weight: 400;
  }
  .report .state .actions {
    justify-content: center;
  }
  .state.loading {
    /* Delayed, so that a quick load does not flash. */
    animation: appear 0s 0.4s both;
  }
  @keyframes appear {
    from {
      visibility: hidden;
    }
  }
`;

/**
 * The view's style, for a `<main class="report">`. Every colour and font is a custom property, set by `panelTheme` or
 * `pageTheme`.
 */
export const viewStyle = layout + marksStyle + mediaStyle;
