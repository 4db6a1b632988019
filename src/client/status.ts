/** @throws Error for a status that no answer can have (RFC 9110, 15). */
export function requireStatus(status: number): void {
  if (status < 200 || status > 599) throw noAnswer();
}

/** For what is garbled, as bytes are that are no HTTP. */
export function noAnswer(): Error {
  return Object.assign(new Error('The response is not HTTP.'), { code: 'HPE_INVALID_STATUS' });
}
