import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entrances } from '../entrances.ts';

describe('what does not apply everywhere', () => {
  it('is said to the user, with the reason', () => {
    const document = readFileSync(join(import.meta.dirname, '../../docs/pipelines.md'), 'utf8');
    for (const entrance of Object.values(entrances)) {
      const reasons = 'except' in entrance ? Object.values(entrance.except) : [];
      for (const reason of reasons) assert.ok(document.includes(reason), reason);
    }
  });
});
