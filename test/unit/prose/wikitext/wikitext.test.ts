import assert from 'node:assert/strict';
import { extractProse } from '../../../../src/prose/extract.ts';
import { itReads, marked } from '../checks.ts';

describe('the prose of wikitext', () => {
  itReads('wikitext', [
    ['paragraphs', 'It rained\nall day.\n\nIt stopped.', 'It rained all day.\n\nIt stopped.'],
    [
      'headings',
      '== The pier ==\nIt rained.\n=== Sun===\nIt shone.',
      'The pier\n\nIt rained.\n\nSun\n\nIt shone.',
    ],
    ['emphasis', "It '''really''' ''rained'' '''''so'''''.", 'It really rained so.'],
    [
      'links',
      'The [[pier]] at [[Leith, Scotland|Leith]] and [[:Category:Piers]].',
      'The pier at Leith and Category:Piers.',
    ],
    ['addresses', 'See [https://a.b the log], [https://a.b] and https://a.b/c.', 'See the log, and.'],
    [
      'references',
      'It rained.<ref name="a">{{cite web|title=Rain}}</ref> It fell<ref name="a" />.',
      'It rained. It fell.',
    ],
    [
      'templates within templates',
      '{{Infobox pier\n| name = Leith {{small|old}}\n| text = No.\n}}\nIt rained{{citation needed|date=May}} here.',
      'It rained here.',
    ],
    ['tables', 'Before.\n\n{| class="wikitable"\n|-\n| No. || {{x}}\n|}\n\nAfter.', 'Before.\n\nAfter.'],
    [
      'lists',
      '* It rained.\n** It shone.\n# It fell.\n\nAfter.',
      'It rained.\nIt shone.\nIt fell.\n\nAfter.',
    ],
    ['comments', 'It rained<!-- no\n\nno --> here.', 'It rained here.'],
    [
      'code and formulas',
      '<pre>\nno\n</pre>\nIt <code>rained</code> <math>x</math> here.\n\n no\n',
      'It rained here.',
    ],
    ['categories', 'It rained.\n\n[[Category:Piers]]', 'It rained.'],
    [
      'captions',
      '[[File:Pier.jpg|thumb|right|The [[pier|old pier]] in rain.]]\nIt rained.\n\n[[File:A.jpg|thumb|200px]]',
      'The old pier in rain.\n\nIt rained.',
    ],
    ['quotations', '<blockquote>It rained.</blockquote>\n\nIt fell.', '> It rained.\n\nIt fell.'],
    ['entities', 'Rain&nbsp;&ndash; and sun.', 'Rain\u00A0– and sun.'],
    [
      'what nothing closes',
      'It {{rained.\n\n<ref>It fell.\n\n<!-- It shone.',
      'It {{rained.\n\nIt fell.\n\n<!-- It shone.',
    ],
    ['magic words and rules', '__NOTOC__\n#REDIRECT [[Pier]]\n----\nIt rained.', 'It rained.'],
  ]);

  it('maps back to the words in the page', () => {
    const document = "{{x}}It '''rained''' on the [[Leith|pier]].";
    assert.deepEqual(marked(document, 'wikitext', 'rained on the pier'), ["rained''' on the [[Leith|pier"]);
  });

  it('can be ignored by a comment', () => {
    const { text, ignored } = extractProse('<!-- inkling-ignore -->\nIt rained.\n\nIt fell.', 'wikitext')!;
    assert.deepEqual([text, ignored.length], ['It fell.', 1]);
  });
});
