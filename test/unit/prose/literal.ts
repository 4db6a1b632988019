import assert from 'node:assert/strict';
import type { Prose } from '../../../src/prose/prose.ts';

/** Cuts every span out of the document and out of the prose, and compares. */
export function assertLiteral(document: string, { text, spans }: Prose): void {
  let textEnd = 0;
  let documentEnd = 0;
  for (const { start, documentStart, length } of spans) {
    assert.ok(length > 0 && start >= textEnd && documentStart >= documentEnd, 'in order, not overlapping');
    assert.equal(text.slice(start, start + length), document.slice(documentStart, documentStart + length));
    textEnd = start + length;
    documentEnd = documentStart + length;
  }
  assert.ok(textEnd <= text.length && documentEnd <= document.length);
}
