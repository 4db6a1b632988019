import assert from 'node:assert/strict';
import fc from 'fast-check';
import { leftOutReasons, authorText, type LeftOut } from '../../../src/detector/authorText.ts';
import { documents } from './texts.ts';

/** What is left out of a text, with its role. */
const leftOutOf = (text: string): [string, string][] =>
  authorText(text).leftOut.map(({ role, start, end }) => [role, text.slice(start, end)]);

describe('the author’s own text', () => {
  it('has no quotations and no attribution lines', () => {
    const quote = 'On Mon, 5 Jan 2026 at 10:00, Jo Marsh wrote:\n> It rained.\n>\n> All day.\n';
    assert.deepEqual(leftOutOf(`It stopped.\n\n${quote}\nSo we left.\n`), [['quotes', quote]]);
    assert.deepEqual(leftOutOf('Mine.\n> Theirs.\n\n> Theirs too.'), [
      ['quotes', '> Theirs.\n\n> Theirs too.'],
    ]);
    assert.equal(authorText('Mine.\n> Theirs.\nMine again.').text, 'Mine.\n\nMine again.');
  });

  it('keeps callouts, comparisons, code and a text that is all quoted', () => {
    for (const text of [
      '> [!NOTE]\n> It rains.\n\nMine.',
      '> **Warning:** it rains.\n\nMine.',
      'Mine.\n>5 % of it and\n>= 3 were wet.',
      'Mine.\n\n```\n> It rained.\n```\n',
      '> It rained.\n> All day.\n',
    ])
      assert.equal(authorText(text).text, text);
  });

  it('is without commit trailers, and keeps sentences with a colon', () => {
    const trailers = 'Fixes: #12\nCo-authored-by: Jo <jo@x.y>\nSigned-off-by: Al <al@x.y>\n';
    assert.deepEqual(
      leftOutOf(`Stop the rain\n\nNote: it fell.\n\n${trailers}`).map(([role]) => role),
      ['trailers', 'trailers', 'trailers'],
    );
    assert.deepEqual(leftOutOf('It fell.\n\nReason: the tide was high that day.\n'), []);
  });

  it('keeps what only looks like trailers: above the last paragraph, or without a message', () => {
    const trailer = 'Reviewed-by: Jo <jo@x.y>\n';
    for (const text of [
      `How to sign\n\n${trailer}\nThen push it.\n`,
      `How to sign\n\n${trailer}\n\`\`\`\ngit push\n\`\`\`\n`,
      trailer,
      `\n\n${trailer}`,
      `Fixes: #12\n${trailer}`,
    ])
      assert.equal(authorText(text).text, text);
    assert.deepEqual(leftOutOf(`Stop the rain\n\nIt fell.\n${trailer}\n\n`), [['trailers', trailer]]);
  });

  it('is without tables of contents and lists of links, and keeps links in sentences', () => {
    const contents = '- [Rain](#rain)\n- [Sun](#sun)\n  - [Noon](#noon)\n';
    const pages = 'Rain ........ 3\nSun . . . . . 14\nNoon....... 15\n';
    const links = '* [Rain](https://a.b)\n* https://a.b/c\n\n1. <https://a.b/d>\n';
    assert.deepEqual(leftOutOf(`Weather\n\n${contents}\nMine.`), [['contents', contents]]);
    assert.deepEqual(leftOutOf(pages), [['contents', pages]]);
    assert.deepEqual(leftOutOf(`Mine.\n\n${links}`), [['links', links]]);
    assert.deepEqual(leftOutOf('- See [Rain](#a)\n- See [Sun](#b)\n- [Noon](#c) is hot\n'), []);
  });

  it('is without copyright and licence, and keeps what is written about them', () => {
    for (const line of [
      'Copyright (c) 2024 Jo Marsh',
      '© 2020-2024 Jo Marsh. All rights reserved.',
      'SPDX-License-Identifier: MIT',
      'This project is licensed under the MIT License - see the LICENSE file.',
    ])
      assert.deepEqual(leftOutOf(`Mine.\n\n${line}\n`), [['licence', `${line}\n`]], line);
    assert.deepEqual(leftOutOf('Copyright law was changed in 1976, and again later.\n'), []);
  });

  it('maps each unit back to the whole text, for any parts left out', () => {
    const line = fc.constantFrom(
      '> Theirs.',
      'Mine here.',
      '',
      'Signed-off-by: Jo <jo@x.y>',
      'SPDX-x',
      '```',
      '🌊 > no',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(line).map((lines) => lines.join('\n')),
          documents,
        ),
        (text) => {
          const own = authorText(text);
          let end = 0;
          for (const part of own.leftOut) {
            assert.ok(part.start >= end && part.end > part.start);
            end = part.end;
          }
          for (const offset of [...own.text.slice(0, 500).split('').keys(), 3, own.text.length - 1]) {
            if (offset < own.text.length && offset >= 0)
              assert.equal(text[own.toOffsetInWhole(offset)], own.text[offset]);
          }
        },
      ),
    );
  }).timeout(20_000);
});

describe('the reasons of what is left out', () => {
  it('count its words by role', () => {
    const parts: LeftOut[] = [
      { role: 'licence', start: 0, end: 3 },
      { role: 'quotes', start: 4, end: 14 },
      { role: 'quotes', start: 14, end: 17 },
    ];
    assert.deepEqual(leftOutReasons('One two don’t --- ', parts), [
      { code: 'left_out_quotes', message: 'Left out of the score: 2 words in quotes.' },
      { code: 'left_out_licence', message: 'Left out of the score: 1 word about copyright and licence.' },
    ]);
  });
});
