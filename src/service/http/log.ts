/** The fields of a log line besides time, level and message. They never contain text from a request. */
export type LogFields = Record<string, string | number | boolean | undefined>;

/** Writes one line of JSON per event. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, error: unknown, fields?: LogFields): void;
}

/** @param now milliseconds since 1970. */
export function createLog(output: { write(line: string): unknown }, now: () => number = Date.now): Log {
  function write(level: string, message: string, fields: object): void {
    const line = { time: new Date(now()).toISOString(), level, message, ...fields };
    output.write(`${withoutKeys(JSON.stringify(line))}\n`);
  }
  return {
    info: (message, fields = {}) => {
      write('info', message, fields);
    },
    warn: (message, fields = {}) => {
      write('warn', message, fields);
    },
    error: (message, error, fields = {}) => {
      write('error', message, { ...fields, error: describeError(error) });
    },
  };
}

/** Masks API keys, because an `X-Request-Id` or an error message could contain one. */
function withoutKeys(line: string): string {
  return line.replace(/ink_[\w-]{8,}/g, 'ink_***');
}

interface Described {
  name: string;
  message: string;
  code?: string;
  stack?: string[];
  cause?: Described;
}

/** The maximum number of nested causes in the log. */
const maxCauses = 3;

function describeError(error: unknown, causes = maxCauses): Described {
  if (!(error instanceof Error))
    return { name: typeof error, message: 'A value that is not an Error was thrown.' };
  const { name, message, stack, cause } = error;
  return {
    name,
    message: withoutQuotations(message),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(stack === undefined ? {} : { stack: framesOf(stack) }),
    ...(cause === undefined || causes === 0 ? {} : { cause: describeError(cause, causes - 1) }),
  };
}

/** Masks quotations: JSON.parse, valibot and databases quote invalid input, which may be a text or a password. */
function withoutQuotations(message: string): string {
  return message.replace(/(?<!\w)["'`].*["'`]/s, '"***"');
}

/** The stack without its first lines, which repeat the message. */
function framesOf(stack: string): string[] {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at [^"]*$/.test(line))
    .map((line) => line.trim());
}
