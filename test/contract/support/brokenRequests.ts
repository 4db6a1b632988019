import { request } from 'node:http';
import fc from 'fast-check';
import type { DocumentedOperation } from './documented.ts';
import type { Answer } from './http.ts';
import { apiKey } from './testService.ts';

/** What is sent, as it goes over the wire. */
export interface Sent {
  target: string;
  headers: Record<string, string>;
  body: Buffer;
}

const empty = Buffer.alloc(0);
const form = 'application/x-www-form-urlencoded';

/** A request that nothing is wrong with. */
export function plain({ path, requestBody }: DocumentedOperation): Sent {
  const headers = { Authorization: `Bearer ${apiKey}`, ...(requestBody && { 'Content-Type': form }) };
  return {
    target: path.replace(/{\w+}/, 'x'),
    headers,
    body: requestBody ? Buffer.from('content=Some+words.') : empty,
  };
}

/** What a value may be that tries to be something else: SQL, markup, other encodings, other types, very long. */
export const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    '99999999999999999999',
    'NaN',
    'null',
    'true',
    '[]',
    "' OR '1'='1",
    '"; DROP TABLE reports; --',
    '<script>alert(1)</script>',
    '${7*7}',
    '../../etc/passwd',
    '\0',
    '\r\nX-Injected: 1',
    '\u202E\uFEFF',
    'x'.repeat(5000),
  ),
);

/** Escapes that decode to nothing sound, and characters that browsers escape and others don't. */
export const rawTarget = fc.constantFrom(
  '%',
  '%zz',
  '%00',
  '%ff',
  '%C0%80',
  '%ED%A0%80',
  '%2F..%2F',
  '"<>|^`{}[]',
  ';a=b',
  '+',
);

/** A request to an operation, most of it as the document says, any of it not. */
export function broken(operation: DocumentedOperation): fc.Arbitrary<Sent> {
  return fc
    .record({
      segment: fc.oneof(
        hostile.map((text) => encodeURIComponent(text.toWellFormed())),
        rawTarget,
      ),
      query: queries(operation),
      headers: headers(),
      body: operation.requestBody
        ? bodies(soundReport, Object.keys(operation.requestBody.content))
        : fc.constant({ type: undefined, body: empty }),
    })
    .map(({ segment, query, headers: sent, body: { type, body } }) => ({
      // A segment of dots is a step to another address, and an empty one is the list's.
      target: `${operation.path.replace(/{\w+}/, /^\.*$/.test(segment) ? 'x' : segment)}${query}`,
      headers: { ...(type === undefined ? {} : { 'Content-Type': type }), ...sent },
      body,
    }));
}

function queries({ parameters = [] }: DocumentedOperation): fc.Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const known = ['asc', 'desc', 'id', 'project', 'created_at', 'generated_at', '10', '25', '100', '1', '2'];
  const pair = fc
    .tuple(
      fc.oneof(fc.constantFrom('unknown', '__proto__', ...names), hostile),
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: hostile }),
    )
    .map((both) => both.map((text) => encodeURIComponent(text.toWellFormed())).join('='));
  return fc
    .array(fc.oneof({ weight: 5, arbitrary: pair }, { weight: 1, arbitrary: rawTarget }), { maxLength: 5 })
    .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
}

function headers(): fc.Arbitrary<Record<string, string>> {
  const right = fc.constant(`Bearer ${apiKey}`);
  const wrong = fc.constantFrom(
    '',
    'Bearer',
    'Bearer  ',
    `Basic ${apiKey}`,
    `bearer ${apiKey}x`,
    'Bearer ink_',
    'x'.repeat(4000),
  );
  const seldom = (value: fc.Arbitrary<string>) =>
    fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
  return fc
    .record({
      Authorization: fc.option(fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: wrong }), {
        nil: undefined,
        freq: 12,
      }),
      Accept: seldom(fc.constantFrom('text/html', 'application/xml', '*/*;q=0', 'nonsense')),
      'X-Request-Id': seldom(fc.constantFrom('mine', 'a b', 'x'.repeat(300), '<script>')),
      'X-Forwarded-For': seldom(fc.constantFrom('192.0.2.1', 'nonsense, ,', '::1')),
      'Content-Encoding': seldom(fc.constantFrom('gzip', 'br', 'identity')),
      Range: seldom(fc.constantFrom('bytes=0-1')),
      'If-None-Match': seldom(fc.constantFrom('*', '"x"')),
    })
    .map((all) =>
      Object.fromEntries(
        Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
    );
}

const soundReport = {
  content: 'Some words to analyse.',
  title: 'essay.md',
  project: 'Term papers',
  privacy: '0',
};

/**
 * Bodies that carry fields, in each encoding, sound or damaged, and what only claims to be one.
 * @param sound the fields as they should be.
 * @param types media types that are taken.
 */
export function bodies(
  sound: Record<string, string>,
  types: readonly string[],
): fc.Arbitrary<{ type: string; body: Buffer }> {
  const names = [...Object.keys(sound), 'password', '__proto__', 'constructor', 'unknown'];
  const rightField = fc.constantFrom(...Object.entries(sound));
  const wrongField = fc.tuple(fc.constantFrom(...names), hostile);
  const field = fc.oneof({ weight: 6, arbitrary: rightField }, { weight: 1, arbitrary: wrongField });
  const fields = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.uniqueArray(field, { minLength: 3, maxLength: 6, selector: ([name]) => name }),
    },
    { weight: 1, arbitrary: fc.array(field, { maxLength: 6 }) }, // a name may come twice
  );
  const forms = fields.map((pairs) => ({
    type: form,
    body: Buffer.from(new URLSearchParams(pairs).toString()),
  }));
  const json = fc
    .tuple(
      fields,
      fc.option(fc.tuple(fc.constantFrom(...names), fc.jsonValue()), { nil: undefined, freq: 2 }),
    )
    .map(([pairs, any]) => {
      const typed = pairs.map(([name, text]) => [name, name === 'privacy' ? Number(text) : text] as const);
      const members = [...typed, ...(any ? [any] : [])].map(
        ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
      );
      return { type: 'application/json', body: Buffer.from(`{${members.join(',')}}`) };
    });
  const multipart = fc.tuple(fields, fc.boolean()).map(([pairs, isFile]) => {
    const parts = pairs.map(
      ([name, text]) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"${isFile ? '; filename="f.txt"' : ''}\r\n\r\n${text}\r\n`,
    );
    return { type: 'multipart/form-data; boundary=b', body: Buffer.from(`${parts.join('')}--b--\r\n`) };
  });
  const depth = 20_000;
  const nonsense = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        '[',
        'null',
        '{"content": ',
        '\uFEFF{}',
        '--b',
        '%',
        '&&=&',
        `{"content":${'['.repeat(depth)}${']'.repeat(depth)}}`,
      )
      .map((text) => Buffer.from(text)),
  );
  const claimed = fc
    .tuple(
      fc.constantFrom(
        ...types,
        `${form}; charset=latin1`,
        'application/json; charset=utf-16',
        'text/plain',
        'nonsense',
        '',
      ),
      nonsense,
    )
    .map(([type, body]) => ({ type, body }));
  const whole = fc.oneof(forms, json, multipart);
  const cut = fc
    .tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([{ type, body }, share]) => ({ type, body: body.subarray(0, Math.floor(body.length * share)) }));
  const changed = fc
    .tuple(whole, damages)
    .map(([{ type, body }, damage]) => ({ type, body: damaged(body, damage) }));
  return fc.oneof({ weight: 3, arbitrary: whole }, cut, changed, claimed);
}

/** Pieces of syntax, and bytes that are no UTF-8, to be put where they don't belong. */
const intruders = fc.oneof(
  fc
    .constantFrom(
      ...[
        '\r\n',
        '\r',
        '\n',
        '\r\n\r\n',
        '\0',
        '--',
        '--b',
        '--b--\r\n',
        ';',
        '"',
        '\\',
        '=',
        '&',
        '%',
        '%f',
        '+',
        ':',
      ],
      ...[
        '{',
        '}',
        '[',
        ',',
        '\uFEFF',
        '\t',
        ' ',
        "; filename*=UTF-8''%ff",
        'Content-Disposition: form-data\r\n',
      ],
    )
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ minLength: 1, maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom('ff', 'c080', 'eda080', 'f4908080').map((hex) => Buffer.from(hex, 'hex')),
);

/** Where bytes are replaced: a share of their length, how many are taken away, and what comes in their place. */
export const damages = fc.array(
  fc.record({
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    gone: fc.constantFrom(0, 0, 1, 2, 20),
    by: intruders,
  }),
  { minLength: 1, maxLength: 3 },
);

export function damaged(
  bytes: Buffer,
  damage: readonly { place: number; gone: number; by: Buffer }[],
): Buffer {
  return damage.reduce((whole, { place, gone, by }) => {
    const at = Math.floor(place * whole.length);
    return Buffer.concat([whole.subarray(0, at), by, whole.subarray(at + gone)]);
  }, bytes);
}

/** Sends it without the corrections that `fetch` makes, over a connection of its own. */
export function send(port: number, method: string, { target, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = request(
      {
        host: '127.0.0.1',
        port,
        agent: false, // one that is kept may be closed just when it is used again
        path: target,
        method: method.toUpperCase(),
        headers: { ...headers, 'Content-Length': String(body.length) },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          const pairs = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          );
          resolve({ status: response.statusCode ?? 0, headers: new Headers(pairs), text });
        });
        response.on('error', reject);
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });
}
