import { parseArgs } from 'node:util';
import { readEveryLanguage } from './corpus.ts';
import { judgeLanguage, languageTable, triedLanguages, type LanguageFigures } from './judgeLanguage.ts';
import { showProgress } from './progress.ts';

/**
 * Measures whether a language other than English could be served: models of today's features, each source left out in
 * turn. Writes no model; exits with 1 where no language reaches the bar (`bar` in judgeLanguage.ts).
 */

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    lang: { type: 'string', multiple: true, default: [...triedLanguages] },
    cap: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '3' },
  },
});
const unknown = values.lang.find((language) => !triedLanguages.includes(language));
if (values.corpus === undefined || unknown !== undefined) {
  if (unknown !== undefined) console.error(`--lang ${unknown}: give one of ${triedLanguages.join(', ')}.`);
  console.error('usage: npm run languages -- --corpus DIR [--lang TAG]... [--cap TEXTS] [--seed N]');
  process.exit(2);
}
const texts = await readEveryLanguage(values.corpus);
const figures: LanguageFigures[] = [];
for (const language of values.lang) {
  figures.push(
    ...(await judgeLanguage(
      texts,
      language,
      Number(values.cap),
      Number(values.seed),
      showProgress(language),
    )),
  );
}
console.log(languageTable(figures));
if (!figures.some(({ failings }) => failings.length === 0)) process.exitCode = 1;
