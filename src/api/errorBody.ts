import * as v from 'valibot';

export const errorCodes = ['quota_exceeded'] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** What every refused or failed request answers (decisions.md, Wire). */
export const ErrorBody = v.object({
  message: v.pipe(
    v.string(),
    v.metadata({ description: 'What is wrong and what to do, in a sentence for a person.' }),
  ),
  code: v.exactOptional(
    v.pipe(v.picklist(errorCodes), v.metadata({ description: 'What is wrong, for a program.' })),
  ),
  errors: v.exactOptional(
    v.pipe(
      v.record(v.string(), v.array(v.string())),
      v.metadata({ description: 'What is wrong with each parameter, by its name. Only with status 422.' }),
    ),
  ),
});
export type ErrorBody = v.InferOutput<typeof ErrorBody>;
