/** From the name of a stage to a function that is told how far the stage has come. */
export type ShowProgress = (stage: string) => (done: number, all: number) => void;

/** A line on standard error that says how far a stage has come. */
export const showProgress: ShowProgress = (stage) => {
  const started = performance.now();
  return (done, all) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stderr.write(`${stage}: ${done} of ${all} (${seconds} s)\n`);
  };
};
