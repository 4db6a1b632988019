import * as v from 'valibot';

/** Where the page of a report on this machine is: what the bundled service answers to `POST /local/reports/{id}/page`. */
export const LocalPage = v.object({
  /** The page's address, under which its privacy holds. */
  url: v.string(),
  /** An address that opens the page as its owner: once, and soon. */
  ticketUrl: v.string(),
});
export type LocalPage = v.InferOutput<typeof LocalPage>;
