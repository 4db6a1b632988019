import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Conversation } from './generators/requests.ts';

/** Milliseconds that a server may keep an idle connection open. */
const patience = 60_000;

/**
 * Sends a conversation to a port of 127.0.0.1.
 * @returns all answers; rejects if neither side closes the connection.
 */
export async function converse(
  port: number,
  { pieces, pause: between, then }: Conversation,
): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const answered: Buffer[] = [];
  socket.on('data', (bytes) => answered.push(bytes));
  const late = setTimeout(() => {
    socket.destroy();
  }, patience);
  const began = performance.now();
  for (const piece of pieces) {
    if (!socket.writable) break;
    socket.write(piece);
    await pause(between);
  }
  if (then === 'end') socket.end();
  if (then === 'reset') socket.resetAndDestroy();
  await closed;
  clearTimeout(late);
  if (performance.now() - began >= patience)
    throw new Error('The connection was neither answered nor closed.');
  return Buffer.concat(answered);
}

export interface RawAnswer {
  status: number;
  /** Values by name in lower case. */
  headers: Map<string, string>;
  body: string;
}

/**
 * The complete answers in these bytes, in order.
 * @throws Error for bytes that are not an answer.
 */
export function answersIn(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0) break;
    const [start = '', ...lines] = bytes.toString('latin1', at, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) /.exec(`${start} `)?.[1]);
    if (Number.isNaN(status)) throw new Error(`This is no answer: ${start.slice(0, 200)}`);
    const headers = new Map(
      lines.map((line) => [line.replace(/:.*/s, '').toLowerCase(), line.replace(/^[^:]*: */, '')]),
    );
    at = end + 4;
    if (status < 200) continue;
    // An answer to HEAD has no body, whatever its headers state.
    const isBodiless = bytes.toString('latin1', at, at + 9) === 'HTTP/1.1 ' || at === bytes.length;
    const body = isBodiless ? { text: '', end: at } : bodyAt(bytes, at, headers);
    if (body === undefined) break;
    answers.push({ status, headers, body: body.text });
    at = body.end;
  }
  return answers;
}

function bodyAt(
  bytes: Buffer,
  start: number,
  headers: Map<string, string>,
): { text: string; end: number } | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return chunkedAt(bytes, start);
  const end = start + Number(headers.get('content-length') ?? bytes.length - start);
  return end > bytes.length ? undefined : { text: bytes.toString('utf8', start, end), end };
}

function chunkedAt(bytes: Buffer, start: number): { text: string; end: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ;) {
    const line = bytes.indexOf('\r\n', at);
    const length = line < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (Number.isNaN(length) || line + 4 + length > bytes.length) return undefined;
    chunks.push(bytes.subarray(line + 2, line + 2 + length));
    at = line + 4 + length;
    if (length === 0) return { text: Buffer.concat(chunks).toString(), end: at };
  }
}
