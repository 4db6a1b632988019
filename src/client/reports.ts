import * as v from 'valibot';
import { Evidence, Privacy, ResultSummary, Segment, type Report } from '../api/report.ts';

/**
 * How the client reads reports and projects. A remote service may send less than ours does, or send it otherwise
 * (docs/api.md, Other services): what did not come, or can't be read, is `null`. Nothing is made up.
 */

const Id = v.union([
  v.pipe(v.string(), v.nonEmpty()),
  v.pipe(v.number(), v.safeInteger(), v.transform(String)),
]);

/** What can't be read counts as not sent. */
const orNull = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.nullable(schema), null);

/** Any form that `Date.parse` reads, or Unix seconds; returned as RFC 3339 in UTC. */
const Timestamp = v.pipe(
  v.union([v.pipe(v.string(), v.nonEmpty()), v.number()]),
  v.transform((sent) =>
    typeof sent === 'number' ? sent * 1000 : /^\d+$/.test(sent) ? Number(sent) * 1000 : Date.parse(sent),
  ),
  v.check((milliseconds) => Number.isFinite(new Date(milliseconds).getTime())),
  v.transform((milliseconds) => new Date(milliseconds).toISOString()),
);

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const nullable = {
  id: Id,
  created_at: orNull(Timestamp),
  generated_at: orNull(Timestamp),
  title: orNull(v.string()),
  project: orNull(v.string()),
  privacy: orNull(Privacy),
  url: orNull(v.string()),
  language: orNull(v.string()),
  words: orNull(Count),
  characters: orNull(Count),
  sentences: orNull(Count),
  model: orNull(v.string()),
};

/** A report in a list. */
export const ListedReport = v.object({ ...nullable, result: orNull(ResultSummary) });
export type ListedReport = v.InferOutput<typeof ListedReport>;

/** JSON's `1e999` is read as a number without end, of which there is no share. */
const weighed = v.check(({ weight }: Evidence) => Number.isFinite(weight));

const Result = v.object({
  ...ResultSummary.entries,
  segments: v.array(Segment),
  evidence: v.array(v.pipe(Evidence, weighed)),
});

/** A report as create and show answer it. `fields` is all that came, as it came. */
export const FetchedReport = v.pipe(
  v.record(v.string(), v.unknown()),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = v.safeParse(
      v.object({ ...nullable, result: orNull(Result), content: orNull(v.string()) }),
      dataset.value,
    );
    if (read.success) return { ...read.output, fields: dataset.value };
    addIssue({ message: 'a report without an id' });
    return NEVER;
  }),
);
export type FetchedReport = v.InferOutput<typeof FetchedReport>;

/** A report as the scan that made it was answered. */
export interface ScannedReport extends FetchedReport {
  /** Whether the service keeps idempotency keys: a further attempt with the same one stores nothing more. */
  isIdempotent: boolean;
}

/** The report if everything came that ours always has, else `null`: then there are only its `fields` to show. */
export function wholeReport(fetched: FetchedReport): Report | null {
  const report: ReadReport = { ...fetched };
  delete report.fields;
  delete report.isIdempotent;
  return isWhole(report) ? report : null;
}

type ReadReport = Omit<FetchedReport, 'fields'> & Partial<Pick<ScannedReport, 'fields' | 'isIdempotent'>>;

function isWhole(report: ReadReport): report is Report {
  return Object.entries(report).every(([name, value]) => value !== null || mayBeNull.has(name));
}

/** What our reports, too, have without a value. */
const mayBeNull = new Set(['title', 'project']);

/** A project in a list. */
export const ListedProject = v.object({
  project: v.string(),
  created_at: orNull(Timestamp),
  reports: orNull(Count),
});
export type ListedProject = v.InferOutput<typeof ListedProject>;
