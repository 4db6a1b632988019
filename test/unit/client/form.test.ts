import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formOf } from '../../../src/client/form.ts';

const textOf = async (fields: Record<string, string>): Promise<string> => (await formOf(fields)).text();

describe('a form', () => {
  it('says what the platform’s own encoder says, whatever its fields', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })),
        async (fields) => {
          assert.equal(await textOf(fields), new URLSearchParams(Object.entries(fields)).toString());
        },
      ),
    );
  });

  it('keeps every letter of a long text, also those of two units where it is cut', async () => {
    const cut = `${'x'.repeat(2 ** 16 - 1)}🐝${'x'.repeat(9)}`;
    for (const content of ['🐝'.repeat(100_000), `x${'🐝'.repeat(100_000)}`, cut]) {
      assert.equal(new URLSearchParams(await textOf({ content })).get('content'), content);
    }
  });

  it('leaves the thread free while a long text is encoded', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await formOf({ content: 'words and words '.repeat(100_000) });
    clearInterval(timer);
    assert.ok(turns > 0);
  });
});
