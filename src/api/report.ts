import * as v from 'valibot';

/**
 * A report as `/api/v1` emits it. The service builds these; the client reads a remote service's answers more
 * tolerantly (client/). Formats are documented (`metadata`), not checked: a remote service's may differ.
 */

/** The languages in which texts are judged, as BCP 47 tags: those with a model in media/, English first. */
export const judgedLanguages = ['en', 'de', 'es', 'fr', 'pt', 'ru'] as const;

/** A schema with its description in the OpenAPI document. @param more other keywords of JSON Schema. */
export const described = <Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
  more: Readonly<Record<string, string>> = {},
) => v.pipe(schema, v.metadata({ ...more, description }));

export const count = (description: string, min = 0) =>
  described(v.pipe(v.number(), v.integer(), v.minValue(min)), description);

export const text = (description: string) => described(v.string(), description);

export const verdicts = ['human', 'mixed', 'ai', 'uncertain'] as const;
export const Verdict = described(v.picklist(verdicts), '`uncertain` is an answer, not an error.');
export type Verdict = v.InferOutput<typeof Verdict>;

export const Confidence = described(
  v.picklist(['low', 'medium', 'high']),
  'How reliable the verdict is; `reasons` says what limits it.',
);
export type Confidence = v.InferOutput<typeof Confidence>;

export const Privacy = described(
  v.picklist([0, 1, 2]),
  'Who may read the report’s page: 0 anyone with the address, 1 the owner, 2 anyone with the password.',
  { type: 'integer' },
);
export type Privacy = v.InferOutput<typeof Privacy>;

/** A probability, 0..1. */
export const Probability = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

export const probability = (description: string) => described(Probability, description);

export const Span = v.object({
  start: count('Where it begins in `content`, in UTF-16 code units, as in JavaScript and VS Code.'),
  end: count('Where it ends (exclusive).'),
});
export type Span = v.InferOutput<typeof Span>;

/** A sentence. */
export const Segment = v.object({
  ...Span.entries,
  score: probability(
    'The calibrated probability that this sentence is AI-written, based mostly on the passage around it.',
  ),
  own_score: v.exactOptional(
    probability(
      'The same probability from the sentence’s own words alone. Absent in older reports and from other services.',
    ),
  ),
});
export type Segment = v.InferOutput<typeof Segment>;

/** Why confidence is limited, or a warning about the score. */
export const Reason = v.object({
  code: text(
    'For programs: `too_short`, `unsupported_language`, `not_prose`, `conflicting_parts` and others.',
  ),
  message: text('For people: the reason as a sentence.'),
});
export type Reason = v.InferOutput<typeof Reason>;

/** Shares of the words, summing to 1. */
export const Shares = v.object({
  human: probability('In sentences that read as written by a person.'),
  uncertain: probability('In sentences that could be either.'),
  ai: probability('In sentences that read as AI-written.'),
});
export type Shares = v.InferOutput<typeof Shares>;

/** One style feature that moved the score. */
export const Evidence = v.object({
  feature: text('For programs: the id of the feature.'),
  label: text('For people: the name of the feature.'),
  weight: described(v.number(), 'In log-odds: positive towards AI, negative towards a person.'),
  spans: described(v.array(Span), 'Where it occurs.'),
});
export type Evidence = v.InferOutput<typeof Evidence>;

/** How rare a score is among human-written texts. It is not the chance that a person wrote the text. */
export const FalseAlarms = v.object({
  per_1000: v.nullable(
    described(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
      'Of 1,000 human-written texts of the same kind and length, the maximum number that score as high; `null` if too few were measured.',
    ),
  ),
  texts: count(
    'The number of human-written texts that `per_1000` is based on; the model was not trained on them.',
  ),
  kind: v.nullable(text('The assumed kind of text, such as `essays`; `null` for no particular kind.')),
  min_words: count('The minimum length of those texts, in words.'),
  max_words: v.nullable(count('Their maximum length, in words; `null` for no limit.')),
});
export type FalseAlarms = v.InferOutput<typeof FalseAlarms>;

export const ResultSummary = v.object({
  score: probability('The calibrated probability that the text as a whole is AI-written.'),
  verdict: Verdict,
  confidence: Confidence,
  reasons: described(v.array(Reason), 'Why confidence is limited.'),
  shares: Shares,
  false_alarms: v.exactOptional(FalseAlarms),
});
export type ResultSummary = v.InferOutput<typeof ResultSummary>;

export const Result = v.object({
  ...ResultSummary.entries,
  segments: described(v.array(Segment), 'The sentences, in order, not overlapping.'),
  evidence: described(v.array(Evidence), 'What raised or lowered the score.'),
});
export type Result = v.InferOutput<typeof Result>;

/** A timestamp as the service emits it: RFC 3339 in UTC with milliseconds. */
const timestamp = (description: string) =>
  described(v.string(), `${description} RFC 3339, UTC, with milliseconds.`, {
    format: 'date-time',
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  });

/** What was judged, and by which model. */
const judgedEntries = {
  language: text(
    `The language of most of its prose as a BCP 47 tag, or \`und\`. Texts are judged in: ${judgedLanguages.join(', ')}.`,
  ),
  words: count('Number of words analysed.'),
  characters: count('Number of characters analysed.'),
  sentences: count('Number of sentences analysed.'),
  model: text("The detector's name and version."),
};

/** The analysis of a text that is not stored. */
export const Detection = v.object({ ...judgedEntries, result: Result });
export type Detection = v.InferOutput<typeof Detection>;

const reportEntries = {
  id: described(v.string(), 'A UUIDv7. Ids sort by date created.', { format: 'uuid' }),
  created_at: timestamp('When the report was created.'),
  generated_at: timestamp('When its analysis finished.'),
  title: v.nullable(text("Usually the file's name.")),
  project: v.nullable(text('The project of the report.')),
  privacy: Privacy,
  url: described(v.string(), "The report page's absolute address.", { format: 'uri' }),
  ...judgedEntries,
};

/** A report in a list. */
export const ReportSummary = v.object({ ...reportEntries, result: ResultSummary });
export type ReportSummary = v.InferOutput<typeof ReportSummary>;

/** A report as create and show return it. */
export const Report = v.object({
  ...reportEntries,
  result: Result,
  content: text('The text exactly as received.'),
});
export type Report = v.InferOutput<typeof Report>;

/** The form fields of `POST /api/v1/reports`. */
export interface ScanRequest {
  /** The text to analyse, stored exactly as sent. */
  content: string;
  /** At most 255 characters; for a file, its path in the open folder, see `titleOfPath`. */
  title?: string;
  /** 1 to 255 characters after trimming; first use creates the project. */
  project?: string;
  /** Default 1, private. */
  privacy?: Privacy;
  /** Only with privacy 2. */
  password?: string;
}

/** A named group of reports. */
export const Project = v.object({
  project: text("The project's name."),
  created_at: timestamp('When the name was first used.'),
  reports: count('Number of reports in it.'),
});
export type Project = v.InferOutput<typeof Project>;
