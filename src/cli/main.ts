import { runCommandLine } from './program.ts';

// Not awaited: the bundle is CommonJS, which has no top-level await.
void runCommandLine(process.argv.slice(2), process).then((code) => {
  process.exitCode = code;
});
