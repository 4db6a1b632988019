// `css` is a plain string; the name lets editors and the formatter read it as CSS.
const css = String.raw;

/** The site's additions to the style of the report's view: the top bar, forms and lists. */
export const siteStyle = css`
  :root {
    --line: color-mix(in srgb, var(--ink) 18%, transparent);
    --line-strong: color-mix(in srgb, var(--ink) 50%, transparent);
    --on-link: #ffffff;
  }
  @media screen and (prefers-color-scheme: dark) {
    :root {
      --on-link: #10202e;
    }
  }
  body > header {
    border-bottom: 1px solid var(--line);
  }
  .parts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4em 1.6em;
    margin: 1em 0;
  }
  .site {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4em 2em;
    align-items: baseline;
    box-sizing: border-box;
    max-width: 72em;
    margin: 0 auto;
    padding: 0.9em 2.2em;
  }
  /* Aligned with the left edge of the account area. */
  body:has(> .account:not(.narrow)) .site {
    max-width: 56em;
  }
  .site nav {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    gap: 0.4em 1.4em;
  }
  .site nav[aria-label='This report'] {
    justify-content: flex-end;
  }
  .site .brand {
    color: var(--ink);
    font-weight: 600;
    text-decoration: none;
  }
  .site nav[aria-label='Account'] a {
    padding: 0.15em 0;
    color: var(--ink);
    text-decoration: none;
  }
  .site nav a[aria-current] {
    border-bottom: 2px solid var(--link);
    font-weight: 600;
  }
  .site .out {
    display: flex;
    gap: 1em;
    align-items: baseline;
    max-width: 100%;
  }
  .site .who {
    overflow: hidden;
    max-width: 14em;
    color: var(--faint);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .account {
    box-sizing: border-box;
    max-width: 56em;
    margin: 0 auto;
    padding: 2.2em 2.2em 4em;
    overflow-wrap: anywhere;
  }
  .account.narrow {
    max-width: 30em;
    padding-top: 12vh;
  }
  .account h1 {
    margin: 0 0 0.6em;
    font-size: 1.7em;
    font-weight: 600;
    line-height: 1.2;
    text-wrap: balance;
  }
  .account h2 {
    margin: 2.4em 0 0.5em;
    font-size: 1.15em;
    font-weight: 600;
  }
  .account p {
    margin: 0 0 0.9em;
  }
  .account :is(.dim, .hint, .other, .empty, .ending) {
    color: var(--faint);
  }
  .account .other {
    margin-top: 1.6em;
  }
  .account .empty {
    margin: 2em 0;
  }
  .account code {
    font:
      0.95em / 1.5 ui-monospace,
      'Cascadia Mono',
      Menlo,
      Consolas,
      monospace;
  }

  /* Forms */
  .account .field {
    display: grid;
    gap: 0.25em;
    max-width: 26em;
    margin-bottom: 1.1em;
  }
  .account :is(label, legend) {
    font-weight: 600;
  }
  .account .choice label {
    display: flex;
    gap: 0.5em;
    font-weight: 400;
  }
  .account .hint {
    font-size: 0.93em;
  }
  .account input:not([type='radio'], [type='checkbox']),
  .account select {
    box-sizing: border-box;
    min-height: 2.4em;
    padding: 0.3em 0.6em;
    border: 1px solid var(--line-strong);
    border-radius: 4px;
    background: var(--paper);
    color: var(--ink);
    font: inherit;
  }
  .account fieldset {
    margin: 0 0 1.2em;
    padding: 0;
    border: 0;
  }
  .account legend {
    margin-bottom: 0.5em;
    padding: 0;
  }
  .account .choice {
    display: flex;
    gap: 0.6em;
    align-items: baseline;
    margin: 0;
    padding: 0.25em 0;
  }
  .account .with-ending {
    display: flex;
    gap: 0.3em;
    align-items: baseline;
  }
  .account .with-ending input {
    flex: 1;
    min-width: 8em;
  }
  .account .ending {
    white-space: nowrap;
  }
  .account .choice b {
    flex: none;
    min-width: 5.5em;
  }
  :is(.site, .account) button,
  .account .button {
    display: inline-block;
    min-height: 2.4em;
    box-sizing: border-box;
    padding: 0.35em 1em;
    border: 1px solid var(--line-strong);
    border-radius: 4px;
    background: transparent;
    color: var(--ink);
    font: inherit;
    text-decoration: none;
    cursor: pointer;
  }
  .site button {
    min-height: 0;
    padding: 0.15em 0.8em;
  }
  .account :is(button.main, .button) {
    border-color: var(--link);
    background: var(--link);
    color: var(--on-link);
  }
  :is(.site, .account) button:hover {
    background: color-mix(in srgb, var(--ink) 8%, transparent);
  }
  .account :is(button.main, .button):hover {
    background: color-mix(in srgb, var(--link) 85%, var(--ink));
  }
  :is(.alert, .notice, .issued) {
    max-width: 46em;
    padding: 0.6em 0.9em;
    border-inline-start: 4px solid var(--ai);
    background: var(--ai-wash);
  }
  :is(.notice, .issued) {
    border-color: var(--human);
    background: color-mix(in srgb, var(--human) 10%, transparent);
  }
  .issued {
    margin-bottom: 1.6em;
  }
  .issued p:last-child {
    margin: 0;
  }
  .issued code {
    user-select: all;
  }
  .copied {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5em 1em;
    align-items: baseline;
  }
  .copied button {
    min-width: 6em;
  }
  .account [hidden] {
    display: none;
  }

  /* Lists */
  .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 0.8em 1em;
    align-items: end;
    margin-bottom: 1.2em;
  }
  .controls .control {
    display: grid;
    gap: 0.2em;
  }
  .controls label {
    color: var(--faint);
    font-size: 0.93em;
    font-weight: 400;
  }
  .controls > a {
    padding: 0.45em 0;
  }
  .account .items {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .items li {
    display: flex;
    gap: 0.9em;
    align-items: flex-start;
    padding: 0.75em 0;
    border-top: 1px solid var(--line);
  }
  .items li:last-child {
    border-bottom: 1px solid var(--line);
  }
  .items li > div {
    display: grid;
    flex: 1;
    gap: 0.1em;
    min-width: 0;
  }
  .items .title {
    justify-self: start;
    font-weight: 600;
  }
  .items .mark {
    flex: none;
    width: 1.1em;
    height: 1.1em;
    margin-top: 0.25em;
  }
  .mark .human {
    fill: var(--human);
  }
  .mark .ai {
    fill: var(--ai);
  }
  .mark .unsure {
    fill: none;
    stroke: var(--unsure);
    stroke-width: 2.5;
  }
  .items .privacy {
    white-space: nowrap;
  }
  .steps {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4em 2em;
    justify-content: space-between;
    margin-top: 1em;
  }
  .steps nav {
    display: flex;
    gap: 1.2em;
  }

  @media (max-width: 760px) {
    .site {
      padding: 0.8em 1.2em;
    }
    .site nav {
      flex-basis: 100%;
      order: 2;
    }
    .site .out {
      margin-inline-start: auto;
    }
    .site nav[aria-label='This report'] {
      justify-content: flex-start;
    }
    .account,
    .account.narrow {
      padding: 1.4em 1.2em 3em;
    }
  }
  @media (forced-colors: active) {
    .mark :is(.human, .ai) {
      fill: CanvasText;
    }
    .mark .unsure {
      stroke: CanvasText;
    }
  }
  @media print {
    body > header,
    .parts a {
      display: none;
    }
  }
`;
