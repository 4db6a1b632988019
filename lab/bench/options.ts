import { parseArgs } from 'node:util';
import * as v from 'valibot';

const listed = v.pipe(
  v.string(),
  v.transform((list) => list.split(',')),
);
const count = v.pipe(
  v.string(),
  v.transform(Number),
  v.number('Give a whole number.'),
  v.integer('Give a whole number.'),
  v.minValue(1, 'Give a whole number of at least 1.'),
);
const stores = ['sqlite', 'postgres'] as const;
export type StoreName = (typeof stores)[number];

/** The kinds of options of measuring commands. */
export const option = {
  wholeNumber: count,
  wholeNumbers: v.pipe(
    listed,
    v.array(v.pipe(count, v.maxValue(1_000_000, 'Give whole numbers up to 1000000, with commas between.'))),
  ),
  stores: v.pipe(listed, v.array(v.picklist(stores, 'Give sqlite, postgres, or both with a comma between.'))),
};

/**
 * Reads `--name value` pairs.
 * @throws an error for the user that names the option and its valid values.
 */
export function readOptions<Entries extends v.ObjectEntries>(
  entries: Entries,
  args: readonly string[],
): v.InferOutput<v.ObjectSchema<Entries, undefined>> {
  const options = Object.fromEntries(Object.keys(entries).map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args: [...args], options });
  const read = v.safeParse(v.object(entries), values);
  if (read.success) return read.output;
  throw new Error(read.issues.map((issue) => `--${v.getDotPath(issue)}: ${issue.message}`).join('\n'));
}
