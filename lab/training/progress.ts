/** Starts a stage by its name, and returns a function that reports its progress. */
export type ShowProgress = (stage: string) => (done: number, all: number) => void;

/** Prints the progress of a stage on one line of standard error. */
export const showProgress: ShowProgress = (stage) => {
  const started = performance.now();
  return (done, all) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stderr.write(`${stage}: ${done} of ${all} (${seconds} s)\n`);
  };
};
