/**
 * How the client reaches a service, whichever answers. Cancelled through the request's own signal: then it
 * rejects with the signal's reason, as `fetch` does.
 */
export type Transport = (request: Request) => Promise<Response>;
