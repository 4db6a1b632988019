import { v7 } from 'uuid';

/**
 * Makes UUIDv7s (RFC 9562) that sort in order of creation: within a millisecond, or after the clock is set back, a
 * counter increases.
 * @param now milliseconds since 1970.
 */
export function idMaker(now: () => number): () => string {
  let msecs = -Infinity;
  let seq = 0;
  return () => {
    const time = now();
    if (time > msecs) {
      msecs = time;
      seq = crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;
    } else {
      seq += 1;
    }
    return v7({ msecs, seq });
  };
}

/** The time at which a UUIDv7 was made, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The text if it can be an id, which is safe in an address, in a cookie's path and in any store. */
export function parseId(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : undefined;
}
