import assert from 'node:assert/strict';
import { commentText } from '../../../../src/cli/event/finding.ts';
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
