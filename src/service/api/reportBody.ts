import { gunzip, gunzipInChunks } from '#platform';
import type { ReportSummary } from '../../api/report.ts';
import type { ByteHold } from './byteBudget.ts';
import { timeOfId } from './ids.ts';
import type { StoredReport, StoredReportSummary } from '../store/store.ts';

/** A report of a text of so many characters is written in one piece, in a millisecond or two. */
const maxLengthAtOnce = 32 * 1024;

/**
 * The JSON of an answer that shows a report, in UTF-8. What is long in it goes from the store to the answer without
 * being parsed, and in chunks between which the thread does other things.
 * @param content `null` to leave it out.
 * @param hold what the report is counted in, until the answer is read.
 */
export function reportBody(
  report: StoredReport,
  baseUrl: string,
  content: string | null,
  hold?: ByteHold,
): string | ReadableStream<Uint8Array> {
  const { result, ...summary } = toSummary(report, baseUrl);
  const open = (value: object): string => JSON.stringify(value).slice(0, -1);
  const start = `{"data":${open(summary)},"result":${open(result)},`;
  if (report.content.length <= maxLengthAtOnce) {
    hold?.release();
    const ending = content === null ? '' : `,"content":${JSON.stringify(content)}`;
    return `${start}${gunzip(report.details).slice(1)}${ending}}}`;
  }
  return streamOf(chunksOfReport(start, report.details, content), hold);
}

async function* chunksOfReport(
  start: string,
  details: Uint8Array<ArrayBuffer>,
  content: string | null,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(start);
  let isFirst = true;
  for await (const bytes of gunzipInChunks(details)) {
    yield isFirst ? bytes.subarray(1) : bytes;
    isFirst = false;
  }
  if (content !== null) yield encoder.encode(`,"content":${JSON.stringify(content)}`);
  yield encoder.encode('}}');
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
 * A body of these chunks, which are made only as the receiver takes them.
 * @param hold what they are counted in, until the last is taken or the receiver leaves.
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
