// Takes the place of @vscode/spdlog, VS Code's writer of log files: compiling that takes half of the time to install the rig.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];

/** What VS Code calls. It looks at the level itself before it does. */
function createAsyncRotatingLogger(_name, file) {
  mkdirSync(dirname(file), { recursive: true });
  let isPlain = false;
  const write = (level) => (message) =>
    appendFileSync(file, isPlain ? message : `${new Date().toISOString()} [${level}] ${message}\n`);
  const ignore = () => undefined;
  return Promise.resolve({
    ...Object.fromEntries(levels.map((level) => [level, write(level)])),
    ...{ setLevel: ignore, setPattern: ignore, flush: ignore, drop: ignore },
    clearFormatters: () => (isPlain = true),
  });
}

module.exports.setFlushOn = () => undefined;
module.exports.createAsyncRotatingLogger = createAsyncRotatingLogger;
