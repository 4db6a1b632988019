import * as v from 'valibot';
import { timestamp } from './report.ts';

/** A named group of reports. */
export const Project = v.object({
  project: v.pipe(v.string(), v.metadata({ description: "The project's name." })),
  created_at: timestamp('When its name was first used.'),
  reports: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.metadata({ description: 'How many reports it holds.' }),
  ),
});
export type Project = v.InferOutput<typeof Project>;
