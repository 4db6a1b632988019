/** A line on standard error that says how far a stage has come. */
export function showProgress(stage: string): (done: number, all: number) => void {
  const started = performance.now();
  return (done, all) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stderr.write(`${stage}: ${done} of ${all} (${seconds} s)\n`);
  };
}
