import * as v from 'valibot';

/** A named group of reports; `reports` is how many it holds. */
export const Project = v.object({
  project: v.string(),
  created_at: v.string(),
  reports: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type Project = v.InferOutput<typeof Project>;
