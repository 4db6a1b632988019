import assert from 'node:assert/strict';
import { commentText, disclosureOf, withoutTemplate } from '../../../../src/cli/event/finding.ts';
import { mixedReport } from '../../report/samples.ts';

describe('the comment on the text of an event', () => {
  it('notifies nobody and links to nothing that the text mentions', () => {
    const content = '@ann/owners ann/books#3 GH-7';
    const result = {
      ...mixedReport().result,
      evidence: [{ feature: 'f', label: 'A habit', weight: 0.9, spans: [{ start: 0, end: content.length }] }],
    };
    const finding = { kind: 'reads-like-ai', content, result } as const;
    const comment = commentText({ id: 'I_1', kind: 'issue' }, finding, 'https://ann.example/@policy#3');
    assert.ok(
      comment.includes('@\u2060ann/owners') && comment.includes('#\u20603') && comment.includes('GH-\u20607'),
    );
    assert.ok(comment.includes('<https://ann.example/@policy#3>'));
  });
});

const template =
  '## What changes\n\n- [ ] Tests pass\n- [ ] I used AI for this text\n<!-- - [ ] Claude -->\n';
const form =
  'body:\n  - type: checkboxes\n    attributes:\n      options:\n        - label: "I used an LLM"\n';
const plain = '## Steps to reproduce\n';

describe('the disclosure of AI that a template asks for', () => {
  for (const [title, text, templates, expected] of [
    ['an unticked box is no disclosure', '- [ ] I used AI for this text', [template], 'undisclosed'],
    ['nor is a box that was deleted', 'Fixes the parser.', [template], 'undisclosed'],
    ['a ticked box is one, whatever was added to it', '* [X] I used AI: Copilot', [template], 'disclosed'],
    ['as is one that nobody asked for', '- [x] I used ChatGPT', [], 'disclosed'],
    ['another box says nothing of AI', '- [x] Tests pass', [template], 'undisclosed'],
    ['an issue form asks too', 'It crashes.', [form], 'undisclosed'],
    ['without a template nobody is asked', 'It crashes.', [], 'unasked'],
    ['nor by one without such a box', 'It crashes.', [plain], 'unasked'],
    [
      'where another template could have been used, nobody is accused',
      'It crashes.',
      [form, plain],
      'unasked',
    ],
    ['unless the text has the box', '- [ ] I used an LLM', [form, plain], 'undisclosed'],
    ['a word that only contains "ai" is none', '- [ ] I maintain this', ['- [ ] I maintain this'], 'unasked'],
  ] as const) {
    it(title, () => {
      assert.equal(disclosureOf(text, templates), expected);
    });
  }

  it('leaves the maintainers’ own words out of what its author is judged by', () => {
    const text = '## What changes\r\n\r\nThe parser.\r\n- [x] Tests pass\r\n';
    assert.equal(withoutTemplate(text, [template]).trim(), 'The parser.');
  });
});
