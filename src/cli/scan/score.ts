import { once } from 'node:events';
import * as v from 'valibot';
import { detect } from '../../detector/detect.ts';
import { readModelFile } from '../assets.ts';
import { printMessage, type OutputStreams } from '../streams.ts';

/** The id is JSON in its original notation, because parsing would change numbers over 2^53. */
const Line = v.object({ id: v.pipe(v.string(), v.regex(/^["\d-]/)), text: v.string() });

/** `JSON.parse`, which passes a value's source text to its reviver. TypeScript's types lack that. */
const parseJson = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/**
 * Reads JSON lines `{"id","text"}` in UTF-8 and writes `{"id","score","verdict","confidence","words"}` lines in the
 * same order, one at a time. Skips blank lines; reports and skips invalid lines by line number.
 * @returns the exit code: 0, or 1 when a line was invalid.
 * @throws StartError when the model file is missing or damaged.
 */
export async function scoreLines(input: AsyncIterable<Uint8Array>, streams: OutputStreams): Promise<0 | 1> {
  const model = readModelFile();
  let exitCode: 0 | 1 = 0;
  let number = 0;
  for await (const bytes of byteLinesOf(input)) {
    number++;
    if (isBlank(bytes)) continue;
    const line = parseLine(bytes);
    if ('problem' in line) {
      printMessage(streams, `line ${number} skipped: ${line.problem}`);
      exitCode = 1;
      continue;
    }
    const { words, result } = detect(line.text, model);
    const { score, verdict, confidence } = result;
    const rest = JSON.stringify({ score, verdict, confidence, words });
    if (!streams.stdout.write(`{"id":${line.id},${rest.slice(1)}\n`)) await once(streams.stdout, 'drain');
  }
  return exitCode;
}

function parseLine(bytes: Uint8Array): v.InferOutput<typeof Line> | { problem: string } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { problem: 'not valid UTF-8.' };
  }
  try {
    const value = parseJson(text, (key, parsed, { source }) => (key === 'id' ? source : parsed));
    const line = v.safeParse(Line, value);
    if (line.success) return line.output;
  } catch {
    return { problem: 'not valid JSON.' };
  }
  return { problem: 'expected an "id" (string or number) and a "text" (string).' };
}

/** Whether the line contains only JSON white space. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

/** Splits a stream of bytes into lines at \n. The last line may lack it. */
async function* byteLinesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  for await (const chunk of input) {
    let from = 0;
    for (let to = chunk.indexOf(10); to >= 0; to = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, to));
      yield Buffer.concat(parts);
      parts = [];
      from = to + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}
