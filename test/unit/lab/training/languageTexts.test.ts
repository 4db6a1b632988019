import assert from 'node:assert/strict';
import type { CorpusText } from '../../../../lab/training/corpus.ts';
import { textsOf, translationsInto } from '../../../../lab/training/languageTexts.ts';

let number = 0;
function textOf(given: Partial<CorpusText>): CorpusText {
  const id = `text-${number++}`;
  return {
    ...{ id, text: '', isAi: false, voice: null, source: 'lang_pt', partner: null, style: null },
    ...{ domain: 'news', group: id, generator: null, attack: null, language: 'pt', year: null, repo: null },
    ...given,
  };
}
const chat = { isAi: true, voice: 'chat' as const };

describe('the texts of a language', () => {
  it('are left out by repository where a file holds texts of many kinds, and by file where it holds both classes', () => {
    const texts = textsOf('pt', [
      textOf({ repo: 'a/news' }),
      textOf({ repo: 'b/blog' }),
      textOf({ source: 'qa', repo: 'c/qa' }),
      textOf({ source: 'qa', repo: 'c/qa', ...chat }),
      textOf({ language: 'es' }),
    ]);
    assert.deepEqual(
      texts.map(({ source }) => source),
      ['pt a/news', 'pt b/blog', 'pt qa', 'pt qa'],
    );
  });

  it('keep a mirror with the source of its partner, so that no model has seen either', () => {
    const person = textOf({ repo: 'a/news' });
    const mirror = textOf({ isAi: true, voice: 'plain', style: 'plain', partner: person.id });
    assert.deepEqual(
      textsOf('pt', [person, mirror]).map(({ source }) => source),
      ['pt a/news', 'pt a/news'],
    );
  });

  it('halve the one large source of chat answers by its prompts', () => {
    const prompts = Array.from({ length: 40 }, (_, i) => `prompt ${i}`);
    const answers = prompts.flatMap((group) =>
      [1, 2].map(() => textOf({ source: 'm_arena_hard', group, ...chat })),
    );
    const halves = Map.groupBy(textsOf('pt', answers), ({ group }) => group);
    for (const own of halves.values()) assert.equal(own[0]!.source, own[1]!.source);
    assert.equal(new Set([...halves.values()].map(([first]) => first!.source)).size, 2);
  });

  it('are written by their writers: what a model polished or translated is another thing', () => {
    const polished = textOf({ ...chat, attack: 'polish' });
    const translated = textOf({ ...chat, attack: 'translation' });
    assert.deepEqual(textsOf('pt', [polished, translated]), []);
    assert.deepEqual(translationsInto('pt', [polished, translated]), [translated]);
  });
});
