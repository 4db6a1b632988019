import type { ReliabilityBin } from './figures.ts';

const left = 64;
const top = 36;
const side = 400;
const width = left + side + 24;
const bottom = top + side;
const height = bottom + 112;

const style = `
  .paper { fill: #ffffff }
  text { fill: #1f2328; font: 12px system-ui, sans-serif }
  .title { font-size: 14px; font-weight: 600 }
  .grid { stroke: #d0d7de }
  .honest { stroke: #6e7781; stroke-dasharray: 5 4 }
  .interval { stroke: #0550ae; stroke-width: 2 }
  .share { fill: #0550ae }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117 }
    text { fill: #e6edf3 }
    .grid { stroke: #30363d }
    .honest { stroke: #9198a1 }
    .interval { stroke: #79c0ff }
    .share { fill: #79c0ff }
  }`;

/**
 * The reliability plot as an SVG document: mean score against the share written by an AI, with 95 % intervals and the
 * number of texts in each bin. Follows the reader's light or dark scheme; contains no script.
 */
export function reliabilityPlot(bins: readonly ReliabilityBin[]): string {
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">Reliability of the score</title>
<desc id="description">${describe(bins)}</desc>
<style>${style}
</style>
<rect class="paper" width="${width}" height="${height}"/>
<text class="title" x="${left}" y="22">Is the score a probability?</text>
${ticks.map(grid).join('\n')}
<line class="honest" x1="${left}" y1="${bottom}" x2="${left + side}" y2="${top}"/>
${bins.map(point).join('\n')}
<text x="${left + side / 2}" y="${bottom + 38}" text-anchor="middle">Mean score of the texts in a bin</text>
<text transform="translate(18 ${top + side / 2}) rotate(-90)" text-anchor="middle">Share written by an AI (classes weighed equally)</text>
<text x="${left - 8}" y="${bottom + 66}" text-anchor="end">human</text>
<text x="${left - 8}" y="${bottom + 84}" text-anchor="end">AI</text>
${bins.map(counts).join('\n')}
<text x="${left + side / 2}" y="${bottom + 104}" text-anchor="middle">Texts in each bin. Dashed: a score that is a probability</text>
</svg>
`;
}

const across = (score: number): string => (left + score * side).toFixed(1);
const up = (share: number): string => (bottom - share * side).toFixed(1);

const grid = (at: number): string =>
  `<line class="grid" x1="${left}" y1="${up(at)}" x2="${left + side}" y2="${up(at)}"/>` +
  `<line class="grid" x1="${across(at)}" y1="${top}" x2="${across(at)}" y2="${bottom}"/>` +
  `<text x="${left - 8}" y="${up(at)}" dy="4" text-anchor="end">${at}</text>` +
  `<text x="${across(at)}" y="${bottom + 18}" text-anchor="middle">${at}</text>`;

function point({ meanScore, shareAi }: ReliabilityBin): string {
  if (meanScore === null || shareAi === null) return '';
  const x = across(meanScore);
  return (
    `<line class="interval" x1="${x}" y1="${up(shareAi.low)}" x2="${x}" y2="${up(shareAi.high)}"/>` +
    `<circle class="share" cx="${x}" cy="${up(shareAi.value)}" r="4"/>`
  );
}

function counts({ from, to, human, ai }: ReliabilityBin): string {
  const x = across((from + to) / 2);
  return (
    `<text x="${x}" y="${bottom + 66}" text-anchor="middle">${human}</text>` +
    `<text x="${x}" y="${bottom + 84}" text-anchor="middle">${ai}</text>`
  );
}

const describe = (bins: readonly ReliabilityBin[]): string =>
  bins
    .flatMap(({ from, to, shareAi }) =>
      shareAi === null
        ? []
        : [`Scores ${from} to ${to}: ${(shareAi.value * 100).toFixed(1)} % written by an AI.`],
    )
    .join(' ');
