import { runCommandLine } from './program.ts';

try {
  process.exitCode = await runCommandLine(process.argv.slice(2), process);
} catch (fault) {
  if (process.listenerCount('uncaughtException') > 0) throw fault; // `serve` logs it without quotations from texts
  const what = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  process.stderr.write(`inkling: ${what}\nThis is a bug in Inkling. Please report it.\n`);
  process.exit(2); // Node's own exit code, 1, would mean that a text failed
}
