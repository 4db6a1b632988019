import * as v from 'valibot';

/** How much of one thing an account has, and how much it may have. */
export const Used = v.object({
  used: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.metadata({ description: 'How much the account has now.' }),
  ),
  limit: v.pipe(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
    v.metadata({ description: 'How much the account may have; `null` for no limit.' }),
  ),
});

const used = (description: string) => v.pipe(Used, v.metadata({ description }));

/** What an account has stored, as quotas count it. */
export const Usage = v.object({
  keys: used('API keys.'),
  projects: used('Projects, empty ones included.'),
  reports: used('Reports.'),
  bytes: used('Bytes of the texts of its reports, in UTF-8.'),
});
export type Usage = v.InferOutput<typeof Usage>;
