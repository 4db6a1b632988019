import fc from 'fast-check';

/** A place in a JSON value: the names and indices on the way to it. */
type Path = readonly (string | number)[];

/** JSON text of values that no field accepts: numbers beyond JavaScript's range, very deep, very long. */
const strange: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'null',
      'true',
      '""',
      '" "',
      '0',
      '-0',
      '-1',
      '0.5',
      '2',
      '1.0000000000000002',
      '9007199254740993',
      '1e308',
      '1e999',
      '-1e999',
      '"NaN"',
      '"1e9"',
      '[]',
      '[[]]',
      '[null]',
      '{}',
      '{"__proto__":{"score":1}}',
      '{"toString":1,"then":1,"length":-1,"constructor":null}',
      '"\\ud800"',
      '"\\u0000\\u001b[31m\\u202e"',
      '"2026-02-30T00:00:00.000Z"',
      '"+275760-09-13"',
      '"en-u-ca-buddhist"',
      '"x-private"',
      '"javascript:alert(1)"',
      '"<img src=x onerror=alert(1)>"',
    ),
  },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  fc
    .tuple(
      fc.constantFrom<[string, string]>(['[', ']'], ['{"message":', '}'], ['{"a":[', ']}']),
      fc.constantFrom(20, 5000, 200_000),
    )
    .map(nested),
  fc
    .tuple(
      fc.constantFrom('#', '?', ' ', 'a', '1', '\\n', '&', '=', '%', '\u{1F600}'),
      fc.constantFrom(300, 400_000),
    )
    .map(([piece, times]) => `"${piece.repeat(times)}\\n"`),
  fc
    .tuple(fc.constantFrom('0', '{}', '[]', '"#"'), fc.constantFrom(11, 150_000))
    .map(([item, times]) => `[${`${item},`.repeat(times)}${item}]`),
);

function nested([[open, close], depth]: [[string, string], number]): string {
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

/** A valid value as JSON text, with up to two parts replaced, missing or duplicated. */
export function almost(sound: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const change = fc.record({
    place: fc.nat(),
    how: fc.oneof(
      { weight: 5, arbitrary: strange.map((by) => ({ kind: 'replaced', by }) as const) },
      { weight: 1, arbitrary: fc.constant({ kind: 'missing' } as const) },
      { weight: 1, arbitrary: strange.map((by) => ({ kind: 'twice', by }) as const) },
    ),
  });
  return fc.tuple(sound, fc.array(change, { maxLength: 2 })).map(([value, changes]) => {
    const paths = pathsIn(value);
    const changed = new Map(changes.map(({ place, how }) => [key(paths[place % paths.length] ?? []), how]));
    return (
      written(value, [], (path, text) => {
        const how = changed.get(key(path));
        switch (how?.kind) {
          case undefined:
            return [text];
          case 'missing':
            return [];
          case 'replaced':
            return [how.by];
          case 'twice':
            return [text, how.by];
        }
      })[0] ?? ''
    );
  });
}

/** Any JSON, or text that is not JSON. */
export const anyBody: fc.Arbitrary<string> = fc.oneof(
  strange,
  fc.json(),
  fc
    .tuple(fc.json(), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([text, share]) => text.slice(0, Math.floor(text.length * share))),
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.constantFrom('', '<!doctype html><p>Welcome to the hotel', '\uFEFF[]', '[]]', 'NaN'),
);

const key = (path: Path): string => JSON.stringify(path);

function pathsIn(value: unknown, path: Path = []): Path[] {
  const inner = membersOf(value) ?? [];
  return [path, ...inner.flatMap(([name, member]) => pathsIn(member, [...path, name]))];
}

function membersOf(value: unknown): [string | number, unknown][] | undefined {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [index, item]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
}

/** The texts written for the value; `change` returns them, given the value's own text. */
function written(value: unknown, path: Path, change: (path: Path, text: string) => string[]): string[] {
  const members = membersOf(value);
  if (!members) return change(path, JSON.stringify(value));
  const isArray = Array.isArray(value);
  const parts = members.flatMap(([name, member]) =>
    written(member, [...path, name], change).map((text) =>
      isArray ? text : `${JSON.stringify(String(name))}:${text}`,
    ),
  );
  return change(path, isArray ? `[${parts.join(',')}]` : `{${parts.join(',')}}`);
}
