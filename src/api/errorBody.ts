import * as v from 'valibot';

/** What every refused or failed request answers (decisions.md, Wire). */
export const ErrorBody = v.object({
  message: v.pipe(
    v.string(),
    v.metadata({ description: 'What is wrong and what to do, in a sentence for a person.' }),
  ),
  errors: v.exactOptional(
    v.pipe(
      v.record(v.string(), v.array(v.string())),
      v.metadata({ description: 'What is wrong with each parameter, by its name. Only with status 422.' }),
    ),
  ),
});
export type ErrorBody = v.InferOutput<typeof ErrorBody>;
