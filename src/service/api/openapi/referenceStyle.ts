import { pageTheme } from '../../../report/style/theme.ts';

// `css` is a plain string; the name lets editors and the formatter read it as CSS.
const css = String.raw;

export const referenceStyle = css`
  ${pageTheme}
  :root {
    --line: color-mix(in srgb, var(--ink) 18%, transparent);
    --wash: color-mix(in srgb, var(--ink) 6%, transparent);
    --mono: ui-monospace, 'Cascadia Mono', Menlo, Consolas, 'Liberation Mono', monospace;
  }
  html {
    scroll-padding-top: 1em;
  }
  body {
    display: grid;
    grid-template-columns: 15em minmax(0, 1fr);
    gap: 0 3.4em;
    box-sizing: border-box;
    max-width: 72em;
    margin: 0 auto;
    padding: 2.2em 2.2em 4em;
    background: var(--paper);
    color: var(--ink);
    font: var(--size) / 1.55 var(--font);
    overflow-wrap: anywhere;
  }
  a {
    color: var(--link);
  }
  :focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  .skip {
    position: absolute;
    left: -99em;
  }
  .skip:focus {
    left: 1em;
    top: 0.4em;
  }
  nav {
    position: sticky;
    top: 0;
    align-self: start;
    box-sizing: border-box;
    max-height: 100vh;
    padding-bottom: 2em;
    overflow-y: auto;
  }
  nav h2 {
    margin: 1.4em 0 0.3em;
    color: var(--faint);
    font-size: 1em;
    font-weight: 400;
  }
  nav ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  nav a {
    display: block;
    padding: 0.14em 0;
    color: var(--ink);
    text-decoration: none;
  }
  nav a:hover {
    text-decoration: underline;
  }
  h1 {
    margin: 0 0 0.2em;
    font-size: 1.85em;
    font-weight: 600;
    letter-spacing: -0.01em;
  }
  h2 {
    margin: 2.6em 0 0.5em;
    font-size: 1.3em;
    font-weight: 600;
  }
  h3 {
    margin: 2.2em 0 0.4em;
    padding-top: 1.4em;
    border-top: 1px solid var(--line);
    font-size: 1.1em;
    font-weight: 600;
  }
  h4 {
    margin: 1.6em 0 0.3em;
    font-size: 1em;
    font-weight: 600;
  }
  p {
    max-width: 42em;
    margin: 0 0 0.7em;
  }
  .faint {
    color: var(--faint);
  }
  code,
  pre {
    font-family: var(--mono);
    font-size: 0.92em;
  }
  p code,
  td code {
    padding: 0.08em 0.3em;
    border-radius: 3px;
    background: var(--wash);
  }
  pre {
    margin: 0.4em 0 1em;
    padding: 0.8em 1em;
    border-radius: 4px;
    background: var(--wash);
    line-height: 1.5;
    overflow-x: auto;
    overflow-wrap: normal;
  }
  summary {
    cursor: pointer;
  }
  .address {
    font-family: var(--mono);
  }
  .address b {
    color: var(--link);
  }
  .wide {
    overflow-x: auto;
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  caption {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  th,
  td {
    padding: 0.4em 1.2em 0.4em 0;
    border-bottom: 1px solid var(--line);
    text-align: left;
    vertical-align: top;
    overflow-wrap: break-word;
  }
  thead th {
    color: var(--faint);
    font-weight: 400;
  }
  tbody th {
    font-family: var(--mono);
    font-size: 0.92em;
    font-weight: 600;
    white-space: nowrap;
  }
  @media (max-width: 52em) {
    body {
      display: block;
      padding: 1.4em 1.2em 3em;
    }
    nav {
      position: static;
      max-height: none;
    }
    nav h2 {
      margin-top: 0.6em;
    }
    nav li {
      display: inline-block;
      margin-right: 1em;
    }
  }
  @media print {
    body {
      display: block;
      max-width: none;
      padding: 0;
    }
    nav,
    .skip {
      display: none;
    }
    pre {
      white-space: pre-wrap;
    }
    tr,
    pre {
      break-inside: avoid;
    }
  }
`;
