import assert from 'node:assert/strict';
import { findSentences } from '../../../src/detector/segments/sentences.ts';
import { extractProse } from '../../../src/prose/extract.ts';

/** Items without full stops, as long as people write them. */
const items = [
  'install the package that the page of the release names for you',
  'run every test of it with the settings that are in the folder',
  'Look at the results, and at the pictures that it made of them',
  'short one',
  'compare them with those of the release before, which are kept',
];

const formats: Record<string, string> = {
  markdown: items.map((item) => `- ${item}\n`).join(''),
  html: `<ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`,
  latex: `\\begin{itemize}\n${items.map((item) => `\\item ${item}\n`).join('')}\\end{itemize}\n`,
  restructuredtext: items.map((item) => `- ${item}\n`).join(''),
  asciidoc: items.map((item) => `* ${item}\n`).join(''),
  org: items.map((item) => `- ${item}\n`).join(''),
  wikitext: items.map((item) => `* ${item}\n`).join(''),
};

describe('the items of a list', () => {
  for (const [language, document] of Object.entries(formats)) {
    it(`are each a sentence though no full stop ends them, in ${language}`, () => {
      const { text } = extractProse(document, language)!;
      const { starts, ends } = findSentences(text);
      assert.deepEqual(
        starts.map((start, i) => text.slice(start, ends[i]).trim()),
        items,
      );
    });
  }
});
