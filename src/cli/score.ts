import { once } from 'node:events';
import * as v from 'valibot';
import { detect } from '../detector/detect.ts';
import { readShippedModel } from './model.ts';

const Line = v.object({ id: v.union([v.string(), v.number()]), text: v.string() });

/** Where scores and complaints go. */
export interface ScoreOutput {
  stdout: NodeJS.WritableStream;
  stderr: { write(text: string): unknown };
}

/**
 * Reads JSON lines `{"id","text"}` in UTF-8 and writes `{"id","score","verdict","confidence","words"}` lines in the
 * same order, never holding more than one. A broken line is reported by its number and skipped.
 * @returns the exit code: 0, or 1 when a line was skipped.
 * @throws StartError when the model file is missing or damaged.
 */
export async function scoreLines(input: AsyncIterable<Uint8Array>, output: ScoreOutput): Promise<0 | 1> {
  const model = readShippedModel();
  let exitCode: 0 | 1 = 0;
  let number = 0;
  for await (const bytes of linesOf(input)) {
    number++;
    const line = read(bytes);
    if (!line.ok) {
      output.stderr.write(`inkling: line ${number} is skipped: ${line.problem}\n`);
      exitCode = 1;
      continue;
    }
    const { words, result } = detect(line.text, model);
    const { score, verdict, confidence } = result;
    const written = output.stdout.write(
      `${JSON.stringify({ id: line.id, score, verdict, confidence, words })}\n`,
    );
    if (!written) await once(output.stdout, 'drain');
  }
  return exitCode;
}

type Read = ({ ok: true } & v.InferOutput<typeof Line>) | { ok: false; problem: string };

function read(bytes: Uint8Array): Read {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, problem: 'it is not valid UTF-8.' };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'it is not JSON.' };
  }
  const line = v.safeParse(Line, value);
  if (line.success) return { ok: true, ...line.output };
  return { ok: false, problem: 'it needs an "id" (string or number) and a "text" (string).' };
}

/** The lines of a stream of bytes, split at \n alone. The last one may lack it. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
