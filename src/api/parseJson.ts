import { nextTurn } from '#platform';

/** Deeper than any answer, and shallow enough for the stack of `JSON.stringify` and other recursive code. */
const maxDepth = 500;

/** Longer JSON is checked in slices of this many bytes, then decoded and parsed at once: 30 ms for the longest body. */
const maxBytesAtOnce = 1024 * 1024;

// The syntax of JSON as bytes: in UTF-8, no other character contains them.
const quotationMark = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Drops a byte order mark at the beginning. */
const decoder = new TextDecoder();

interface Limits {
  /** The maximum number of values, including nested ones. Each allows 64 bytes outside strings. */
  maxValues?: number;
  /**
   * Whether names may repeat in the outermost object, or in the objects of an outermost array. If so, the last value
   * is used, as in `JSON.parse`.
   */
  allowRepeated?: boolean;
}

/** More bytes are outside strings than the values can need, so most must be blanks. */
export class BlanksError extends RangeError {
  override readonly name = 'BlanksError';
}

/** A name is repeated in an object: programs parse such JSON differently (RFC 8259, 4). */
export class RepeatedNameError extends Error {
  override readonly name = 'RepeatedNameError';
  readonly field: string;

  constructor(field: string) {
    super('Duplicate name.');
    this.field = field;
  }
}

/**
 * Parses JSON in UTF-8 as `JSON.parse` does.
 * @throws {SyntaxError} as `JSON.parse` does.
 * @throws {RangeError} if values nest deeper than `maxDepth` or exceed `maxValues`; a BlanksError if there are too
 *   many bytes outside of strings. Nothing is parsed then.
 * @throws RepeatedNameError if names may not repeat, and one does.
 */
export async function parseJson(json: Uint8Array, limits: Limits = {}): Promise<unknown> {
  await requireWithinLimits(json, limits);
  if (json.length <= maxBytesAtOnce) return JSON.parse(decoder.decode(json));
  await nextTurn();
  const text = decoder.decode(json);
  await nextTurn();
  return JSON.parse(text);
}

/** Counts the first value of an object or array by its opening bracket, and each other value by its comma. */
async function requireWithinLimits(
  bytes: Uint8Array,
  { maxValues = Infinity, allowRepeated = true }: Limits,
): Promise<void> {
  const names = new Set<string>();
  /** The start and end of the last string, its quotation marks included. */
  let [textStart, textEnd] = [0, 0];
  let depth = 0;
  /** The depth of the objects whose names are checked. */
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
    // Braces and brackets differ only in this bit.
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
