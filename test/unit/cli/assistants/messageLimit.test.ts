import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { MessageLimit } from '../../../../src/cli/assistants/messageLimit.ts';

/** What passes a limit of 4 KB, and the ids of what does not. */
async function limited(chunks: readonly string[]): Promise<{ passed: string; refused: string[] }> {
  const refused: string[] = [];
  const messages = new MessageLimit((id) => refused.push(id), 4096);
  const passed = await text(Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(messages));
  return { passed, refused };
}

const long = 'x'.repeat(5000);

describe('a message of an assistant that is too long', () => {
  it('is refused by its id wherever the id is, and the messages around it are passed on', async () => {
    const messages: [message: string, id: string][] = [
      [`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"text":"${long}"}}`, '7'],
      [
        `{"method":"tools/call","params":{"text":"${long}","id":3},"jsonrpc":"2.0","id":"a-\\"b"}`,
        '"a-\\"b"',
      ],
      [`{"method":"x","params":{"text":"${long}","id":3},"jsonrpc":"2.0"}`, 'null'],
      [`{"method":"x","params":{"text":"\\"id\\":5 ${long}"}}`, 'null'],
      [long, 'null'],
    ];
    for (const [message, id] of messages) {
      const lines = ['{"id":1}', message, '{"id":2}', ''].join('\n');
      for (const size of [lines.length, 1000, 7]) {
        const chunks = Array.from({ length: Math.ceil(lines.length / size) }, (_, i) =>
          lines.slice(i * size, (i + 1) * size),
        );
        assert.deepEqual(await limited(chunks), { passed: '{"id":1}\n{"id":2}\n', refused: [id] });
      }
    }
  });

  it('is refused too where the input ends in it', async () => {
    assert.deepEqual(await limited([`{"id":1,"x":"${long}`]), { passed: '', refused: ['1'] });
  });
});
