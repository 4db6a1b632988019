// `css` is a plain string; the name lets editors and the formatter read it as CSS.
const css = String.raw;

/** The style of the scale, the score bar, the filter and the text. */
export const marksStyle = css`
  /* The scale */
  .scale {
    margin-bottom: 2.4em;
  }
  .scale svg {
    display: block;
    width: 100%;
    height: 10px;
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
  .scale .band:not(.own) {
    opacity: 0.22;
  }
  /* Hatching means unsure, in every picture of the view. */
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
    height: 36px;
    overflow: visible;
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
  .score-bar .unmarked .bar {
    fill: color-mix(in srgb, var(--ink) 10%, transparent);
  }
  .report .readout {
    display: -webkit-box;
    /* Always two lines high, so that nothing below moves. */
    height: 3em;
    margin: 0.6em 0 0;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    color: var(--faint);
  }
  .report .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2em 1.4em;
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
    /* Paragraphs are laid out only when scrolled into view, for long texts. */
    content-visibility: auto;
    contain-intrinsic-size: auto 7em;
    /* Room for underlines and outlines, which containment would cut off. */
    padding: 2px 6px 4px;
  }
  .report article p.wrapped {
    white-space: normal;
  }
  /* A step of a long text, added by the panel's script. Only without a filter, which changes its estimated height. */
  .report:has(.filter [value='all']:checked) .step {
    margin: 0 -6px;
    padding: 0 6px;
    content-visibility: auto;
    contain-intrinsic-size: auto calc(7.5em * var(--paragraphs));
  }
  .s {
    /* A sentence's writing direction must not affect its neighbours. */
    unicode-bidi: isolate;
    scroll-margin-block: 6em;
    border-radius: 2px;
    text-decoration: none;
    text-underline-offset: 0.28em;
    text-decoration-skip-ink: none;
  }
  .s.unmarked {
    color: var(--faint);
  }
  .s.uncertain {
    text-decoration: underline dotted 2px var(--unsure);
  }
  .s.ai {
    background: var(--ai-wash);
    text-decoration: underline solid 2px var(--ai);
  }
  /* A mark that comes from the passage, not from the sentence itself. */
  .s.ai.passage {
    background: none;
    text-decoration-thickness: 1px;
  }
  /* For screen readers; not copied with the text. */
  article .s.ai::before,
  article .s.uncertain::before {
    content: ' [' attr(title) '] ';
  }
  /* With a filter, other sentences fade, and paragraphs without a match are hidden. */
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
`;
