import { cutOff } from '../api/limits.ts';

/** What a stranger's service says of a failure, wherever it puts it. */

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first message in a body: `message`, `error`, `errors`, RFC 9457's `detail`, or the text itself. */
export function messageIn(body: unknown): string | null {
  if (typeof body === 'string' && body !== '') return oneLine(body);
  if (Array.isArray(body)) return messageIn(body[0]);
  if (!isObject(body)) return null;
  for (const name of ['message', 'detail', 'error', 'title', 'msg', 'errors']) {
    const message = messageIn(body[name]);
    if (message !== null) return message;
  }
  return null;
}

/** What a stranger's service says is shown short and on one line. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length <= 300 ? line : `${cutOff(line, 299)}…`;
}
