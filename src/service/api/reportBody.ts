import { gunzip, gunzipInChunks } from '#platform';
import type { ReportSummary, ResultSummary } from '../../api/report.ts';
import type { Analysis } from '../detection/analysis.ts';
import type { ByteReservation } from './byteBudget.ts';
import { timeOfId } from './ids.ts';
import type { StoredReport, StoredReportSummary } from '../store/store.ts';

/** A report of a shorter text is written in one piece, which takes a millisecond or two. */
const maxLengthAtOnce = 32 * 1024;

/**
 * The JSON of a response with a report, in UTF-8. The long parts come from the store and are not parsed. They are
 * sent in chunks, and the thread is free between them.
 * @param content `null` to leave it out.
 * @param reservation counts the report's bytes until the response is read.
 */
export function reportBody(
  report: StoredReport,
  baseUrl: string,
  content: string | null,
  reservation?: ByteReservation,
): string | ReadableStream<Uint8Array> {
  const { result, ...summary } = toSummary(report, baseUrl);
  const { details } = report;
  return bodyOf(
    [{ summary, result, details, content }],
    ['{"data":', '}'],
    report.content.length,
    reservation,
  );
}

/**
 * The JSON of a response with the analysis of one text, or a list of several, written like `reportBody`.
 * @param reservation counts the texts' bytes until the response is read.
 * @param content a text that was extracted from a file; it is included, because the offsets refer to it.
 */
export function detectionBody(
  detected: Analysis | readonly Analysis[],
  reservation?: ByteReservation,
  content: string | null = null,
): string | ReadableStream<Uint8Array> {
  const analyses = [detected].flat();
  const judged = analyses.map(({ language, words, characters, sentences, model, result, details }) => {
    return { summary: { language, words, characters, sentences, model }, result, details, content };
  });
  const length = analyses.reduce((sum, { characters }) => sum + characters, 0);
  return bodyOf(
    judged,
    Array.isArray(detected) ? ['{"data":[', ']}'] : ['{"data":', '}'],
    length,
    reservation,
  );
}

/** The parts of an analysed text in a response. `details` is the rest of `result`; `content` is `null` if left out. */
interface Judged {
  summary: object;
  result: ResultSummary;
  details: Uint8Array<ArrayBuffer>;
  content: string | null;
}

/** @param length of all texts, in UTF-16 code units. */
function bodyOf(
  judged: readonly Judged[],
  [start, end]: readonly [string, string],
  length: number,
  reservation: ByteReservation | undefined,
): string | ReadableStream<Uint8Array> {
  if (length > maxLengthAtOnce) return streamOf(chunksOf(judged, start, end), reservation);
  reservation?.release();
  const written = judged.map((one) => startOf(one) + gunzip(one.details).slice(1) + endOf(one));
  return start + written.join(',') + end;
}

async function* chunksOf(judged: readonly Judged[], start: string, end: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const [number, one] of judged.entries()) {
    yield encoder.encode((number === 0 ? start : ',') + startOf(one));
    let from = 1; // `startOf` has the opening brace
    for await (const bytes of gunzipInChunks(one.details)) {
      yield bytes.subarray(from);
      from = 0;
    }
    yield encoder.encode(endOf(one));
  }
  yield encoder.encode(end);
}

/** The JSON before the details, with the brace that opens them. */
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
 * A body that creates each of these chunks when the client reads it.
 * @param reservation counts the bytes until the last chunk is read or the client disconnects.
 */
export function streamOf(
  chunks: AsyncIterable<Uint8Array>,
  reservation?: ByteReservation,
): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          const next = await iterator.next();
          if (!next.done) {
            controller.enqueue(next.value);
            return;
          }
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        reservation?.release();
      },
      cancel: async () => {
        reservation?.release();
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
