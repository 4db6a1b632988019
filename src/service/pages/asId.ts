/** The text as an id, or `undefined` when it can't be one. Safe in an address, in a cookie's path and in any store. */
export function asId(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : undefined;
}
