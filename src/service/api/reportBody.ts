import { gunzip, gunzipInChunks } from '#platform';
import type { ReportSummary, ResultSummary } from '../../api/report.ts';
import type { Analysis } from '../detection/analysis.ts';
import type { ByteHold } from './byteBudget.ts';
import { timeOfId } from './ids.ts';
import type { StoredReport, StoredReportSummary } from '../store/store.ts';

/** A report of a shorter text is written in one piece, in a millisecond or two. */
const maxLengthAtOnce = 32 * 1024;

/**
 * The JSON of an answer with a report, in UTF-8. The long parts are passed on from the store without being parsed, in
 * chunks that leave the thread free in between.
 * @param content `null` to leave it out.
 * @param hold counts the report's bytes until the answer is read.
 */
export function reportBody(
  report: StoredReport,
  baseUrl: string,
  content: string | null,
  hold?: ByteHold,
): string | ReadableStream<Uint8Array> {
  const { result, ...summary } = toSummary(report, baseUrl);
  return bodyOf([{ summary, result, details: report.details, content }], report.content.length, hold);
}

/**
 * The JSON of an answer that shows how texts read, in the same way: of one text, or a list of several.
 * @param hold what the texts are counted in, until the answer is read.
 * @param content the text read from a file, of which the answer gives places; sent with it.
 */
export function detectionBody(
  detected: Analysis | readonly Analysis[],
  hold?: ByteHold,
  content?: string,
): string | ReadableStream<Uint8Array> {
  const analyses = [detected].flat();
  const judged = analyses.map(({ language, words, characters, sentences, model, result, details }) => {
    return {
      summary: { language, words, characters, sentences, model },
      result,
      details,
      content: content ?? null,
    };
  });
  const length = analyses.reduce((sum, { characters }) => sum + characters, 0);
  return bodyOf(judged, length, hold, detected === analyses[0] ? ['', ''] : ['[', ']']);
}

/** What is shown of a text: its summary, its result, of which `details` is a part, and the text unless it is left out. */
interface Judged {
  summary: object;
  result: ResultSummary;
  details: Uint8Array<ArrayBuffer>;
  content: string | null;
}

/** @param length of the texts, in UTF-16 code units. */
function bodyOf(
  judged: readonly Judged[],
  length: number,
  hold: ByteHold | undefined,
  [open, close]: readonly [string, string] = ['', ''],
): string | ReadableStream<Uint8Array> {
  const [start, end] = [`{"data":${open}`, `${close}}`];
  if (length > maxLengthAtOnce) return streamOf(chunksOf(judged, start, end), hold);
  hold?.release();
  return `${start}${judged.map((one) => `${startOf(one)}${gunzip(one.details).slice(1)}${endOf(one)}`).join(',')}${end}`;
}

async function* chunksOf(judged: readonly Judged[], start: string, end: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const [number, one] of judged.entries()) {
    yield encoder.encode(`${number === 0 ? start : ','}${startOf(one)}`);
    let isFirst = true;
    for await (const bytes of gunzipInChunks(one.details)) {
      yield isFirst ? bytes.subarray(1) : bytes;
      isFirst = false;
    }
    yield encoder.encode(endOf(one));
  }
  yield encoder.encode(end);
}

/** The JSON up to the details, and after them. */
function startOf({ summary, result }: Judged): string {
  const open = (value: object): string => JSON.stringify(value).slice(0, -1);
  return `${open(summary)},"result":${open(result)},`;
}

function endOf({ content }: Judged): string {
  return content === null ? '}' : `,"content":${JSON.stringify(content)}}`;
}

export function toSummary(report: StoredReportSummary, baseUrl: string): ReportSummary {
  const { id, generatedAt, title, project, privacy, language, words, characters, sentences, model } = report;
  return {
    id,
    created_at: new Date(timeOfId(id)).toISOString(),
    generated_at: new Date(generatedAt).toISOString(),
    title,
    project,
    privacy,
    url: `${baseUrl}/reports/${id}`,
    language,
    words,
    characters,
    sentences,
    model,
    result: report.result,
  };
}

/**
 * A body of these chunks, which are made only as the receiver reads them.
 * @param hold counts their bytes until the last is read or the receiver leaves.
 */
export function streamOf(
  chunks: Generator<Uint8Array> | AsyncGenerator<Uint8Array>,
  hold?: ByteHold,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          const next = await chunks.next();
          if (!next.done) {
            controller.enqueue(next.value);
            return;
          }
        } catch (error) {
          hold?.release();
          throw error;
        }
        hold?.release();
        controller.close();
      },
      cancel: async () => {
        hold?.release();
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
