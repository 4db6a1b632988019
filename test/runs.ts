/**
 * Whether this is `npm run test:all`, which tries every property as often as is useful and every pair of transport and
 * store. `npm test` tries a share: enough to notice what is broken, not what is rare.
 */
export const isThorough = process.env['INKLING_THOROUGH'] === '1';

/** How often to try a property: `full` in `npm run test:all`, at most `few` in `npm test`. */
export function runs(full: number, few = 50): number {
  return isThorough ? full : Math.min(full, few);
}
