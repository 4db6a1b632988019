/** Runs a stepwise computation to its end at once. */
export function runSteps<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
