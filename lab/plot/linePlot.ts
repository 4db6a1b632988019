import { scaleOf, type Axis } from './axis.ts';

export interface Line {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
}

export interface LinePlot {
  title: string;
  x: Axis;
  y: Axis;
  lines: readonly Line[];
}

const left = 76;
const top = 44;
const plotWidth = 520;
const plotHeight = 300;
const right = left + plotWidth;
const bottom = top + plotHeight;
const legendLeft = right + 24;
const width = legendLeft + 168;
const height = bottom + 56;

/** Distinct in light and dark schemes. Shapes and dashes distinguish the lines without colour. */
const colours = [
  { light: '#0550ae', dark: '#79c0ff' },
  { light: '#bc4c00', dark: '#ffa657' },
  { light: '#116329', dark: '#56d364' },
  { light: '#8250df', dark: '#d2a8ff' },
  { light: '#a40e26', dark: '#ff7b72' },
  { light: '#57606a', dark: '#b1bac4' },
  { light: '#0a7d8c', dark: '#39c5cf' },
  { light: '#7d4e00', dark: '#e3b341' },
] as const;
const dashes = ['', '7 3', '2 3', '9 3 2 3'];
/** Paths around 0 0. */
const shapes = ['M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0', 'M-4-4H4V4H-4z', 'M0-5L5 4H-5z', 'M0-5L5 0L0 5L-5 0z'];

const colourRules = (scheme: 'light' | 'dark'): string =>
  colours.map((colour, i) => `.line${i} { color: ${colour[scheme]} }`).join('\n  ');

const style = `
  .paper { fill: #ffffff }
  text { fill: #1f2328; font: 13px system-ui, sans-serif }
  .title { font-size: 15px; font-weight: 600 }
  .grid { stroke: #d0d7de }
  .curve { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round }
  .mark { fill: currentColor }
  ${colourRules('light')}
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117 }
    text { fill: #e6edf3 }
    .grid { stroke: #30363d }
    ${colourRules('dark')}
  }`;

/** Maximum points of a line with a marker each. */
const maxMarks = 12;

/**
 * Lines over an axis, as an SVG document with a legend. Follows the reader's light or dark scheme; contains no
 * script. A description states where each line begins and ends, for readers who can't see it.
 */
export function linePlot({ title, x, y, lines }: LinePlot): string {
  const across = scaleOf(
    x.scale,
    lines.flatMap(({ points }) => points.map(([value]) => value)),
  );
  const up = scaleOf(
    y.scale,
    lines.flatMap(({ points }) => points.map(([, value]) => value)),
  );
  const px = (value: number): string => (left + across.at(value) * plotWidth).toFixed(1);
  const py = (value: number): string => (bottom - up.at(value) * plotHeight).toFixed(1);

  const curve = ({ points }: Line, i: number): string => {
    const path = points.map(([a, b], at) => `${at === 0 ? 'M' : 'L'}${px(a)} ${py(b)}`).join('');
    const marks = points.length > maxMarks ? [] : points.map(([a, b]) => mark(i, px(a), py(b)));
    return `<g class="line${i % colours.length}"><path class="curve"${dash(i)} d="${path}"/>${marks.join('')}</g>`;
  };
  const legend = ({ name }: Line, i: number): string => {
    const at = top + 8 + i * 22;
    return (
      `<g class="line${i % colours.length}"><path class="curve"${dash(i)} d="M${legendLeft} ${at}h28"/>` +
      `${mark(i, String(legendLeft + 14), String(at))}</g><text x="${legendLeft + 36}" y="${at + 4}">${escaped(name)}</text>`
    );
  };

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(lines.map((line) => describe(line, y)).join(' '))}</desc>
<style>${style}
</style>
<rect class="paper" width="${width}" height="${height}"/>
<text class="title" x="${left}" y="24">${escaped(title)}</text>
${up.ticks.map((tick) => `<line class="grid" x1="${left}" y1="${py(tick)}" x2="${right}" y2="${py(tick)}"/><text x="${left - 8}" y="${py(tick)}" dy="4" text-anchor="end">${numeral(tick)}</text>`).join('\n')}
${across.ticks.map((tick) => `<line class="grid" x1="${px(tick)}" y1="${top}" x2="${px(tick)}" y2="${bottom}"/><text x="${px(tick)}" y="${bottom + 20}" text-anchor="middle">${numeral(tick)}</text>`).join('\n')}
${lines.map(curve).join('\n')}
${lines.map(legend).join('\n')}
<text x="${left + plotWidth / 2}" y="${bottom + 44}" text-anchor="middle">${escaped(x.title)}</text>
<text transform="translate(18 ${top + plotHeight / 2}) rotate(-90)" text-anchor="middle">${escaped(y.title)}</text>
</svg>
`;
}

const dash = (line: number): string => {
  const pattern = dashes[line % dashes.length];
  return pattern ? ` stroke-dasharray="${pattern}"` : '';
};

const mark = (line: number, x: string, y: string): string =>
  `<path class="mark" transform="translate(${x} ${y})" d="${shapes[line % shapes.length]}"/>`;

function describe({ name, points }: Line, y: Axis): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return `${name}: nothing.`;
  return `${name}: from ${numeral(first[1])} at ${numeral(first[0])} to ${numeral(last[1])} at ${numeral(last[0])} (${y.title}).`;
}

/** Three digits, with commas between thousands. */
const numeral = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3, useGrouping: true });

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
