import { nextTurn } from '#platform';

/** More than any answer nests, and less than `JSON.stringify` and whoever else walks down a value has stack for. */
const maxDepth = 500;

/** Longer JSON is checked in turns of so many bytes, decoded in one and parsed in one: 30 ms for the longest body. */
const maxBytesAtOnce = 1024 * 1024;

// The signs of JSON as bytes: in UTF-8 no part of another character looks like one of them.
const quotationMark = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Leaves out a mark of byte order at the beginning. */
const decoder = new TextDecoder();

interface Limits {
  /** How many values there may be, those within others counted too; and 64 bytes for each beside what is in texts. */
  maxValues?: number;
  /** Whether the names of the outermost object, or of those in an outermost array, may repeat; then the last counts, as `JSON.parse` has it. */
  allowRepeated?: boolean;
}

/** So much stands outside of texts that it is hardly more than blanks. */
export class BlanksError extends RangeError {
  override readonly name = 'BlanksError';
}

/** An object has a name twice: programs read such JSON in different ways (RFC 8259, 4). */
export class RepeatedNameError extends Error {
  override readonly name = 'RepeatedNameError';
  readonly field: string;

  constructor(field: string) {
    super('Duplicate name.');
    this.field = field;
  }
}

/**
 * What `JSON.parse` gives for JSON in UTF-8.
 * @throws {SyntaxError} as `JSON.parse` does.
 * @throws {RangeError} where values nest deeper than `maxDepth`, or are more than `maxValues`; then none is parsed. A
 *   BlanksError where what stands outside of texts is too long.
 * @throws RepeatedNameError where names may not repeat, and one does.
 */
export async function parseJson(json: Uint8Array, limits: Limits = {}): Promise<unknown> {
  await requireWithinLimits(json, limits);
  if (json.length <= maxBytesAtOnce) return JSON.parse(decoder.decode(json));
  await nextTurn();
  const text = decoder.decode(json);
  await nextTurn();
  return JSON.parse(text);
}

/** Every value but the first of an object or array has a comma before it, and the first is counted by what holds it. */
async function requireWithinLimits(
  bytes: Uint8Array,
  { maxValues = Infinity, allowRepeated = true }: Limits,
): Promise<void> {
  const names = new Set<string>();
  /** Where the last text begins and ends, its quotation marks included. */
  let [textStart, textEnd] = [0, 0];
  let depth = 0;
  /** How deep the objects lie whose names are looked at. */
  let depthOfNames = 1;
  let values = 0;
  let bytesOutsideStrings = 0;
  let isInString = false;
  let pause = maxBytesAtOnce;
  for (let at = 0; at < bytes.length; at++) {
    if (at >= pause) {
      await nextTurn();
      pause = at + maxBytesAtOnce;
    }
    const sign = bytes[at]!;
    if (sign === quotationMark) {
      isInString = !isInString;
      if (isInString) textStart = at;
      else textEnd = at + 1;
    } else if (isInString) {
      if (sign === backslash) at++;
      continue;
    }
    if (sign === colon && depth === depthOfNames && !allowRepeated) {
      const name = String(JSON.parse(decoder.decode(bytes.subarray(textStart, textEnd))));
      if (names.has(name)) throw new RepeatedNameError(name);
      names.add(name);
    }
    if (sign === comma) values++;
    // Braces and brackets are the same but for this bit.
    else if ((sign | 0x20) === openBrace) {
      values++;
      if (depth === 0 && sign === openBracket) depthOfNames = 2;
      else if (depth === depthOfNames - 1) names.clear();
      if (++depth > maxDepth) throw new RangeError('Values are nested too deeply.');
    } else if ((sign | 0x20) === closeBrace) depth--;
    if (values > maxValues) throw new RangeError(`Too many values: at most ${maxValues}.`);
    if (++bytesOutsideStrings > 64 * maxValues)
      throw new BlanksError(`More than ${64 * maxValues} bytes outside strings.`);
  }
}
