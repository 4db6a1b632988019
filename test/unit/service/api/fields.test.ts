import assert from 'node:assert/strict';
import { parse } from '../../../../src/service/api/fields.ts';
import { CreateReport } from '../../../../src/service/api/parameters.ts';

describe('fields', () => {
  it('that are wrong in two ways get the first error only, so that the message stays short', () => {
    assert.throws(() => parse(CreateReport, { content: 'a', project: '\u0007'.repeat(300) }), {
      message: 'project: Use at most 255 characters.',
    });
  });

  it('of megabytes are refused without being split', () => {
    assert.throws(() => parse(CreateReport, { content: 'a', title: '\u{1F41D}'.repeat(256) }), {
      message: 'title: Use at most 255 characters.',
    });
    assert.equal(parse(CreateReport, { content: 'a', title: '\u{1F41D}'.repeat(255) }).title?.length, 510);
  });
});
