import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { reportOf } from '../../../test/unit/report/samples.ts';
import { almost, anyBody } from './json.ts';

const report = reportOf(
  [
    [
      [0.95, 'It opens doors to many rooms.'],
      [0.1, 'Nobody minded the cold.'],
    ],
    [[0.5, 'We ate at six.']],
  ],
  {
    reasons: [{ code: 'too_short', message: 'The text is short.' }],
    evidence: [{ feature: 'f', label: 'A habit', weight: -0.5, spans: [{ start: 0, end: 2 }] }],
  },
);
const listed: Partial<typeof report> = { ...report };
delete listed.content;
const project = { project: 'harbour', created_at: '2026-11-21T09:30:00.123Z', reports: 3 };
const links = { first: null, last: null, prev: null, next: 'http://service.test/api/v1/reports?cursor=abc' };
const meta = { current_page: 1, from: 1, to: 2, last_page: 1, per_page: 10, path: 'http://x', total: 2 };

/** Valid answers of a service, with one report or lists, from ours and other products. */
const soundAnswers = fc.constantFrom<unknown>(
  { data: report },
  report,
  { data: [listed, { ...listed, id: 'another' }], links, meta },
  { data: [project], links, meta },
  [project],
  { message: 'Not so.', errors: { content: ['Too long.'] } },
  { type: 'about:blank', title: 'No', detail: 'Not so.', status: 403 },
  { success: false, error: { message: 'Out of credit.' } },
);

/** The body of an answer: nearly valid, or unrelated. */
export const bodies: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: almost(soundAnswers) },
  { weight: 1, arbitrary: anyBody },
);

export const statuses: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(200) },
  { weight: 1, arbitrary: fc.constantFrom(201, 202, 203, 206, 207, 226, 299) },
  { weight: 3, arbitrary: fc.integer({ min: 400, max: 599 }) },
);

/** Headers that contradict an answer's body. */
export const strangeHeaders: fc.Arbitrary<[string, string][]> = fc.array(
  fc.oneof(
    fc.tuple(
      fc.constant('Retry-After'),
      fc.constantFrom('0', '-1', '1e9', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT', 'soon', ''),
    ),
    fc.tuple(
      fc.constant('Content-Type'),
      fc.constantFrom('application/json', 'text/html', 'nonsense', ';;;', 'application/json; charset=utf-16'),
    ),
    fc.tuple(
      fc.constant('Location'),
      fc.constantFrom('/', '//', 'http://[', 'javascript:0', 'x'.repeat(6000)),
    ),
    fc.tuple(fc.constant('X-Request-Id'), fc.constantFrom('', 'x'.repeat(6000), '<b>')),
  ),
  { maxLength: 3 },
);

/** What a server sends once it has received a request. */
export interface Reply {
  /** Written one after the other, each in a separate packet. */
  pieces: Buffer[];
  /** Milliseconds between them. */
  pause: number;
  /** Afterwards: closes, resets, sends nothing more, or repeats the last piece forever. */
  then: 'end' | 'reset' | 'hold' | 'repeat';
}

const framings = ['length', 'short', 'long', 'chunked', 'badChunks', 'none', 'both'] as const;
const codings = ['', 'gzip', 'gzip, gzip', 'deflate', 'br', 'zstd', 'nonsense'] as const;

/** Bytes of an answer over HTTP/1.1, with valid or invalid framing, coding and end. */
export const replies: fc.Arbitrary<Reply> = fc
  .record({
    start: fc.oneof(
      {
        weight: 6,
        arbitrary: fc
          .oneof(
            { weight: 3, arbitrary: statuses },
            { weight: 1, arbitrary: fc.integer({ min: 0, max: 1100 }) },
          )
          .map((status) => `HTTP/1.1 ${String(status).padStart(3, '0')} Something`),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'HTTP/1.0 200',
          'HTTP/2 200 OK',
          'HTTP/1.1 200',
          'HTTP/1.1  200 OK',
          'HTTP/1.1 2OO OK',
          'SSH-2.0-OpenSSH_9.9',
          'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK',
          'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade',
          `HTTP/1.1 200 ${'x'.repeat(100_000)}`,
        ),
      },
    ),
    headers: fc.oneof(
      { weight: 6, arbitrary: strangeHeaders },
      {
        weight: 1,
        arbitrary: fc.constantFrom<[string, string][]>(
          [['X\0', 'y']],
          [['X', 'a\0b\x7F']],
          [['X', '\xFF\x80']],
          [['', 'no name']],
          [['X', 'y'.repeat(200_000)]],
          Array.from({ length: 3000 }, (_, i) => [`X-${i}`, 'y'] as [string, string]),
        ),
      },
    ),
    framing: fc.oneof({ weight: 5, arbitrary: fc.constant('length' as const) }, fc.constantFrom(...framings)),
    coding: fc.oneof({ weight: 4, arbitrary: fc.constant('' as const) }, fc.constantFrom(...codings)),
    body: fc.oneof(
      { weight: 5, arbitrary: bodies.map((text) => Buffer.from(text)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
      { weight: 1, arbitrary: fc.constant(Buffer.alloc(16 * 1024 * 1024, 0x20)) },
    ),
    packed: fc.boolean(),
    cut: fc.oneof(
      { weight: 4, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    ),
    split: fc.nat(4),
    pause: fc.constantFrom(0, 0, 0, 5),
    then: fc.oneof(
      { weight: 4, arbitrary: fc.constant('end' as const) },
      { weight: 1, arbitrary: fc.constantFrom('reset' as const, 'hold' as const, 'repeat' as const) },
    ),
  })
  .map(({ start, headers, framing, coding, body, packed, cut, split, pause, then }) => {
    const sent = packed && coding.includes('gzip') ? gzipSync(body, { level: 1 }) : body;
    const head = [
      start,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      ...(coding === '' ? [] : [`Content-Encoding: ${coding}`]),
      ...frameHeaders(framing, sent.length),
      '',
      '',
    ].join('\r\n');
    const whole = Buffer.concat([Buffer.from(head, 'latin1'), framed(framing, sent)]);
    return { pieces: inPieces(whole.subarray(0, Math.ceil(whole.length * cut)), split), pause, then };
  });

function frameHeaders(framing: (typeof framings)[number], length: number): string[] {
  switch (framing) {
    case 'length':
      return [`Content-Length: ${length}`];
    case 'short':
      return [`Content-Length: ${Math.floor(length / 2)}`];
    case 'long':
      return [`Content-Length: ${length + 1000}`];
    case 'chunked':
    case 'badChunks':
      return ['Transfer-Encoding: chunked'];
    case 'both':
      return ['Transfer-Encoding: chunked', `Content-Length: ${length}`];
    case 'none':
      return [];
  }
}

function framed(framing: (typeof framings)[number], body: Buffer): Buffer {
  if (framing === 'badChunks') return Buffer.concat([Buffer.from('fffffffffffffffff\r\n'), body]);
  if (framing !== 'chunked' && framing !== 'both') return body;
  const length = Buffer.from(`${body.length.toString(16)}\r\n`);
  return Buffer.concat([
    ...(body.length === 0 ? [] : [length, body, Buffer.from('\r\n')]),
    Buffer.from('0\r\n\r\n'),
  ]);
}

/** The bytes in this many pieces of similar size. */
function inPieces(bytes: Buffer, cuts: number): Buffer[] {
  const size = Math.max(1, Math.ceil(bytes.length / (cuts + 1)));
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
}
