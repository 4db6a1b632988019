import fc from 'fast-check';
import {
  broken,
  damaged,
  damages,
  hostile,
  rawTarget,
} from '../../../test/contract/support/brokenRequests.ts';
import { operations } from '../../../test/contract/support/documented.ts';
import { apiKey } from '../../../test/contract/support/testService.ts';

/** A connection's bytes in packets, and how it ends. */
export interface Conversation {
  /** Written one after the other. */
  pieces: Buffer[];
  /** Milliseconds between them. */
  pause: number;
  /** Afterwards: waits for answers, ends the writing side, or resets. */
  then: 'wait' | 'end' | 'reset';
}

const methods = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'POST', 'DELETE') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'PATCH', 'TRACE', 'CONNECT', 'QUERY', 'M-SEARCH'),
  },
  { weight: 1, arbitrary: fc.constantFrom('get', 'G\0T', '', 'FOO', 'PRI', 'G'.repeat(9000)) },
);

const paths = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...operations.map(({ path }) => path)), hostile)
      .map(([path, text]) => path.replace(/{\w+}/, encodeURIComponent(text.toWellFormed()))),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        '/',
        '/account',
        '/account/sign-in',
        '/account/keys',
        '/reports/x',
        '/reports/x.json',
        '/docs',
        '/metrics',
      ],
      ...[
        '/healthz',
        '/readyz',
        '/api/v1/reports/',
        '//api/v1/reports',
        '/api/v1//reports',
        '/./api/../../v1',
      ],
    ),
  },
  { weight: 1, arbitrary: rawTarget.map((text) => `/api/v1/projects/${text}`) },
  { weight: 1, arbitrary: rawTarget.map((text) => `/account?page=${text}&cursor=${text}`) },
);

const targets = fc.oneof(
  { weight: 6, arbitrary: paths },
  { weight: 1, arbitrary: paths.map((path) => `http://other.test:1${path}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        '*',
        '',
        '?',
        '#',
        'a b',
        '/%',
        '/\\..\\',
        'http://',
        'http://[::1',
        'http://a@b:99999/',
        'javascript:0',
      ],
      ...[
        '//',
        '///',
        '//evil.test/api/v1/reports',
        '/\xFF\xFE',
        '/\t',
        `/${'%2e/'.repeat(2000)}`,
        '/'.repeat(8000),
      ],
      ...[
        'https://x/reports',
        'file:///etc/passwd',
        'api/v1/reports',
        '/api/v1/reports#x',
        ';/',
        '127.0.0.1:80',
      ],
    ),
  },
);

const headerLines = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      `Authorization: Bearer ${apiKey}`,
      'Content-Type: application/json',
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Type: multipart/form-data; boundary=b',
      'Accept-Language: de, en;q=0.5',
      'Cookie: inkling=a.b.c.d',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        'Host:',
        'Host: a b',
        'Host: [::1',
        'Host: x\r\nHost: y',
        'Host: evil.test/x',
        'Host: \xFF',
        'Host: a@b',
      ],
      ...[
        'Connection: close',
        'Connection: Upgrade\r\nUpgrade: websocket',
        'Upgrade: h2c\r\nHTTP2-Settings: AAMA',
      ],
      ...[
        'Expect: 100-continue',
        'Expect: x',
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: gzip, chunked',
      ],
      ...[
        'Transfer-Encoding: identity',
        'Transfer-Encoding : chunked',
        'Content-Length: 5',
        'Content-Length: -1',
      ],
      ...[
        'Content-Length: 5\r\nContent-Length: 6',
        'Content-Length: 99999999999999999999',
        'Content-Length: 0x10',
      ],
      ...[
        'Content-Length:',
        ' folded',
        'no colon',
        ': no name',
        'X\0: y',
        'X: a\0b',
        'X: \x7F',
        'X : y',
        'X: \xFF\xFE',
      ],
      ...[
        'Content-Type: multipart/form-data',
        'Content-Type: multipart/form-data; boundary=',
        'Content-Type: ;;;',
      ],
      ...[
        `Content-Type: multipart/form-data; boundary="${'b'.repeat(3000)}"`,
        'Content-Type: application/json; charset=',
      ],
      ...[
        'Content-Encoding: gzip',
        'Content-Encoding: ,',
        'Sec-Fetch-Site: same-origin',
        'Origin: null',
        'Cookie: =;=;;',
      ],
      ...[
        'X-Forwarded-For: ::ffff:1.2.3.4, %',
        'X-Request-Id: \x80',
        'Accept-Language: *;q=nan, x-, de-\xFF',
        'Trailer: X',
      ],
      ...[
        'Range: bytes=-',
        'TE: trailers',
        'Keep-Alive: timeout=-1',
        'Date: x',
        '__proto__: x',
        'constructor: x',
      ],
      `X: ${'y'.repeat(20_000)}`,
      `Cookie: ${'inkling=x; '.repeat(1000)}`,
      `Accept-Language: ${'de;q=0.1,'.repeat(1500)}`,
      'X: y\r\n'.repeat(1500).trimEnd(),
    ),
  },
);

const bodies = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('content=Some+words.&project=p', '{"content":"Some words."}') },
  { weight: 1, arbitrary: hostile },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\nSome words.\r\n--b--\r\n',
      'a=&'.repeat(20_000),
      '[',
    ),
  },
);

type Framing = 'length' | 'none' | 'short' | 'long' | 'chunked' | 'badChunks' | 'both';

const framings = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Framing>('length') },
  { weight: 3, arbitrary: fc.constantFrom<Framing>('none', 'short', 'long', 'chunked', 'badChunks', 'both') },
);

const chunks = fc.constantFrom(
  ...[
    '5\r\nhello',
    '5;x="\r\n"\r\nhello\r\n0\r\n\r\n',
    'fffffffff\r\nx\r\n',
    '-1\r\n',
    'g\r\n',
    '0\r\nX: y\r\n\r\n',
    '\r\n',
  ],
  ...[
    '1\r\na\r\n'.repeat(5000),
    `${'0'.repeat(9000)}5\r\nhello\r\n0\r\n\r\n`,
    `0\r\n${'T: x\r\n'.repeat(5000)}\r\n`,
  ],
);

const documented: fc.Arbitrary<Buffer> = fc
  .constantFrom(...operations)
  .chain((operation) => broken(operation).map((sent) => ({ operation, sent })))
  .map(({ operation: { method }, sent: { target, headers, body } }) => {
    const lines = Object.entries({ Host: 'inkling.test', ...headers, 'Content-Length': body.length });
    const head = `${method.toUpperCase()} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`;
    return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), body]);
  });

const anyRequests: fc.Arbitrary<Buffer> = fc
  .record({
    method: methods,
    target: targets,
    version: fc.oneof(
      { weight: 9, arbitrary: fc.constant(' HTTP/1.1') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(' HTTP/1.0', ' HTTP/2.0', ' HTTP/0.9', '', ' HTTP/1.1 x', ' http/1.1'),
      },
    ),
    host: fc.oneof({ weight: 9, arbitrary: fc.constant(['Host: inkling.test']) }, fc.constant([])),
    headers: fc.array(headerLines, { maxLength: 5 }),
    framing: framings,
    body: bodies,
    chunk: chunks,
  })
  .map(({ method, target, version, host, headers, framing, body, chunk }) => {
    const bytes = Buffer.from(body);
    const frame = framed(framing, bytes, chunk);
    const head = [`${method} ${target}${version}`, ...host, ...headers, ...frame.headers, '', ''].join(
      '\r\n',
    );
    return Buffer.concat([Buffer.from(head, 'latin1'), frame.body]);
  });

function framed(framing: Framing, body: Buffer, chunk: string): { headers: string[]; body: Buffer } {
  const length = (count: number) => `Content-Length: ${count}`;
  const chunked = Buffer.concat([
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from(body.length === 0 ? '\r\n' : '\r\n0\r\n\r\n'),
  ]);
  switch (framing) {
    case 'length':
      return { headers: [length(body.length)], body };
    case 'none':
      return { headers: [], body: Buffer.alloc(0) };
    case 'short':
      return { headers: [length(Math.floor(body.length / 2))], body };
    case 'long':
      return { headers: [length(body.length + 10)], body };
    case 'chunked':
      return { headers: ['Transfer-Encoding: chunked'], body: chunked };
    case 'badChunks':
      return { headers: ['Transfer-Encoding: chunked'], body: Buffer.from(chunk) };
    case 'both':
      return { headers: ['Transfer-Encoding: chunked', length(3)], body: chunked };
  }
}

const requests = fc.oneof({ weight: 2, arbitrary: documented }, { weight: 3, arbitrary: anyRequests });

/** Requests on one connection, valid or not, one after the other, in packets that end anywhere. */
export const conversations: fc.Arbitrary<Conversation> = fc
  .record({
    requests: fc.oneof(
      { weight: 5, arbitrary: fc.array(requests, { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: requests.map((request) => Array.from({ length: 50 }, () => request)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 500 }).map((bytes) => [Buffer.from(bytes)]) },
      { weight: 1, arbitrary: fc.constant([Buffer.from('16030100c8010000c40303', 'hex')]) }, // TLS
    ),
    damage: fc.option(damages, { nil: [], freq: 3 }),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
    pause: fc.constantFrom(0, 0, 3),
    then: fc.constantFrom('wait' as const, 'wait' as const, 'end' as const, 'reset' as const),
  })
  .map(({ requests: sent, damage, cuts, ...rest }) => ({
    ...rest,
    pieces: cutAt(damaged(Buffer.concat(sent), damage), cuts),
  }));

function cutAt(bytes: Buffer, shares: readonly number[]): Buffer[] {
  const at = [
    0,
    ...shares.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b),
    bytes.length,
  ];
  return at.slice(1).map((end, i) => bytes.subarray(at[i], end));
}
