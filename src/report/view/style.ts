// `css` is a plain string; the name lets editors and the formatter read it as CSS.
const css = String.raw;

/**
 * The view's layout, for a `<main class="report">`. Every colour and font is a custom property, given by
 * `panelTheme` or `pageTheme`.
 */
export const viewStyle = css`
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
    flex-wrap: wrap;
    gap: 1em 2em;
    justify-content: space-between;
  }
  .report > header > div {
    flex: 1 1 28em;
    min-width: 0;
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
  .report a {
    color: var(--link);
  }
  .report :focus-visible {
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
  /* A long title leaves the verdict where it is seen; the details have all of it. */
  .about .title {
    display: inline-block;
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: bottom;
    white-space: nowrap;
  }
  .confidence {
    max-width: 46em;
    font-size: 1.15em;
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

  /* The scale */
  .scale {
    margin-bottom: 2.4em;
  }
  .scale svg {
    display: block;
    width: 100%;
    height: 22px;
    overflow: visible;
  }
  .scale .band {
    fill: var(--human);
    stroke: var(--paper);
    stroke-width: 2px;
    rx: 3px;
  }
  .scale .band.ai {
    fill: var(--ai);
  }
  /* Hatched is unsure, in every picture of the view. */
  .scale .band.uncertain,
  .score-bar .uncertain .bar,
  .swatch.uncertain {
    fill: url(#hatch);
  }
  #hatch .ground {
    fill: color-mix(in srgb, var(--unsure) 22%, transparent);
  }
  #hatch .line {
    fill: var(--unsure);
  }
  .pin {
    transform: translateX(-2px);
    fill: var(--ink);
    stroke: var(--paper);
    stroke-width: 4px;
    paint-order: stroke;
  }
  .report .thirds {
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 0.8em;
    margin-top: 0.2em;
    color: var(--faint);
    font-size: 0.92em;
    text-align: center;
  }
  .thirds b {
    color: var(--ink);
    font-weight: 600;
  }

  /* The score bar */
  .score-bar {
    display: block;
    width: 100%;
    height: 72px;
    overflow: visible;
    /* As high as the highest score, so that low bars read as low. */
    background: color-mix(in srgb, var(--ink) 5%, transparent);
  }
  .score-bar a {
    --band: var(--unsure);
    cursor: pointer;
  }
  .score-bar .human {
    --band: var(--human);
  }
  .score-bar .ai {
    --band: var(--ai);
  }
  .score-bar .bar {
    fill: var(--band);
    stroke: var(--paper);
    stroke-width: 1px;
  }
  .score-bar.dense .bar {
    stroke: none;
  }
  .score-bar .reach {
    fill: transparent;
  }
  .score-bar a.on .reach,
  .score-bar a:focus-visible .reach {
    fill: color-mix(in srgb, var(--ink) 22%, transparent);
  }
  .score-bar a:not(.uncertain).on .bar,
  .score-bar a:not(.uncertain):focus-visible .bar {
    fill: color-mix(in srgb, var(--band) 60%, var(--ink));
  }
  .report .readout {
    /* Two lines, full or not, so that nothing below moves. */
    height: 3em;
    margin: 0.4em 0 0;
    overflow: hidden;
    color: var(--faint);
  }
  .report .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2em 1.6em;
    margin-top: 0.6em;
  }
  .swatch {
    width: 0.75em;
    height: 0.75em;
    margin-inline-end: 0.25em;
    overflow: visible;
  }
  .swatch.human {
    fill: var(--human);
  }
  .swatch.ai {
    fill: var(--ai);
  }
  .legend .counts {
    margin-inline-start: auto;
    color: var(--faint);
  }

  /* The filter */
  .filter {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4em;
    margin: 0 0 1.1em;
    padding: 0;
    border: 0;
  }
  .filter legend {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .filter label {
    position: relative;
    cursor: pointer;
  }
  .filter input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .filter label > span {
    display: block;
    padding: 0.15em 0.7em;
    border: 1px solid color-mix(in srgb, var(--ink) 25%, transparent);
    border-radius: 1em;
    color: var(--faint);
  }
  .filter input:checked + span {
    border-color: var(--ink);
    color: var(--ink);
    font-weight: 600;
  }
  .filter input:disabled,
  .filter input:disabled + span {
    cursor: default;
    border-style: dashed;
  }
  .filter input:enabled:hover + span {
    color: var(--ink);
  }
  .filter input:focus-visible + span {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  .filter .count {
    margin-inline-start: 0.25em;
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }

  /* The text */
  article {
    max-width: 31em;
    font: 1.25em / 1.65 var(--serif);
  }
  .report article p {
    margin: 0 -6px 0.5em;
    white-space: pre-line;
    /* A long text is laid out as it is scrolled to. */
    content-visibility: auto;
    contain-intrinsic-size: auto 7em;
    /* Room for underlines and outlines, which containment would cut off. */
    padding: 2px 6px 4px;
  }
  .report article p.wrapped {
    white-space: normal;
  }
  .s {
    /* A sentence that turns the writing direction does not turn its neighbours. */
    unicode-bidi: isolate;
    scroll-margin-block: 6em;
    border-radius: 2px;
    text-decoration: none;
    text-underline-offset: 0.28em;
    text-decoration-skip-ink: none;
  }
  .s.uncertain {
    text-decoration: underline dotted 2px var(--unsure);
  }
  .s.ai {
    background: var(--ai-wash);
    text-decoration: underline solid 2px var(--ai);
  }
  /* For ears, and not copied with the text. */
  article .s.ai::before,
  article .s.uncertain::before {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
    content: ' [' attr(title) '] ';
  }
  /* One kind of sentence stands out: the others step back, and paragraphs without any are left out. */
  .report:has(.filter [value='ai']:checked) article p:not(.has-ai, :has(:target)),
  .report:has(.filter [value='uncertain']:checked) article p:not(.has-uncertain, :has(:target)),
  .report:has(.filter [value='human']:checked) article p:not(.has-human, :has(:target)) {
    display: none;
  }
  .report:has(.filter [value='ai']:checked) article .s:not(.ai),
  .report:has(.filter [value='uncertain']:checked) article .s:not(.uncertain),
  .report:has(.filter [value='human']:checked) article .s:not(.human) {
    background: none;
    color: var(--faint);
    text-decoration: none;
  }
  .report:has(.filter [value='ai']:checked) .score-bar a:not(.ai) .bar,
  .report:has(.filter [value='uncertain']:checked) .score-bar a:not(.uncertain) .bar,
  .report:has(.filter [value='human']:checked) .score-bar a:not(.human) .bar {
    opacity: 0.3;
  }
  article .s.on,
  article .s:target {
    outline: 2px solid var(--focus);
    outline-offset: 1px;
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
  .strength,
  .report .places {
    color: var(--faint);
  }
  .weight {
    grid-column: 1 / -1;
    width: 100%;
    height: 5px;
    fill: var(--human);
  }
  .ai .weight {
    fill: var(--ai);
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

  /* What would settle it */
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

  /* What came where no result did */
  .fields {
    grid-column: 1 / -1;
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

  /* For screen readers alone */
  .status {
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
    /* What opens at once does not flash. */
    animation: appear 0s 0.4s both;
  }
  @keyframes appear {
    from {
      visibility: hidden;
    }
  }

  /* Nothing was judged: the aside begins where the evidence would. */
  @media (min-width: 761px) {
    .report:not(:has(> .evidence)) > .aside {
      grid-area: evidence / evidence / aside / aside;
    }
  }
  @media (max-width: 760px) {
    .report {
      grid-template: 'head' 'summary' 'evidence' 'text' 'aside' / minmax(0, 1fr);
      gap: 2em;
      padding: 1.4em 1.2em 3em;
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
      height: 6em;
    }
  }
  @media (min-width: 520px) and (max-width: 760px) {
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

/** The properties from the editor's theme, for the panel. Colours of our own are the theme's to override. */
export const panelTheme = css`
  :root {
    --size: var(--vscode-font-size, 13px);
    --font: var(--vscode-font-family, system-ui, sans-serif);
    --serif: Charter, Georgia, 'Noto Serif', 'Liberation Serif', serif;
    --paper: var(--vscode-editor-background);
    --ink: var(--vscode-foreground);
    --faint: var(--vscode-descriptionForeground);
    --link: var(--vscode-textLink-foreground);
    --focus: var(--vscode-focusBorder);
    --accent: var(--vscode-button-background);
    --accent-hover: var(--vscode-button-hoverBackground);
    --on-accent: var(--vscode-button-foreground);
    --button: var(--vscode-button-secondaryBackground, transparent);
    --on-button: var(--vscode-button-secondaryForeground, var(--vscode-foreground));
    --button-hover: var(--vscode-button-secondaryHoverBackground, transparent);
    --button-line: var(--vscode-button-border, var(--vscode-contrastBorder, transparent));
  }
  body {
    padding: 0;
    --human: var(--vscode-inkling-human, #4fa3e3);
    --unsure: var(--vscode-inkling-uncertain, #9a9a9a);
    --ai: var(--vscode-inkling-ai, #e8a04c);
    --ai-wash: color-mix(in srgb, var(--ai) 14%, transparent);
  }
  body.vscode-light,
  body.vscode-high-contrast-light {
    --human: var(--vscode-inkling-human, #1b6fb3);
    --unsure: var(--vscode-inkling-uncertain, #707070);
    --ai: var(--vscode-inkling-ai, #a85c00);
    --ai-wash: color-mix(in srgb, var(--ai) 10%, transparent);
  }
  body.vscode-high-contrast {
    --faint: var(--vscode-foreground);
    --ai-wash: transparent;
  }
`;

/** The properties of a page that stands alone: light, dark by the reader's system, and always light on paper. */
export const pageTheme = css`
  :root {
    --size: 15px;
    --font: system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
    --serif: Charter, Georgia, 'Noto Serif', 'Liberation Serif', serif;
    --paper: #ffffff;
    --ink: #262626;
    --faint: #5e5e5e;
    --link: #1862a0;
    --focus: #1862a0;
    --human: #1b6fb3;
    --unsure: #767676;
    --ai: #a85c00;
    --ai-wash: #a85c0017;
  }
  @media screen and (prefers-color-scheme: dark) {
    :root {
      --paper: #1b1b1b;
      --ink: #dadada;
      --faint: #a3a3a3;
      --link: #6cb2ee;
      --focus: #6cb2ee;
      --human: #4fa3e3;
      --unsure: #8f8f8f;
      --ai: #e0913a;
      --ai-wash: #e0913a24;
    }
  }
  @page {
    margin: 18mm;
  }
`;
