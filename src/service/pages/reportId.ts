/** The text as a report's id, or `undefined` when it can't be one. Safe in an address and in a cookie's path. */
export function reportId(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : undefined;
}
