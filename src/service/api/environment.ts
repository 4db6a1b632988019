/** What the routes find in their context. */
export interface Environment {
  Bindings: {
    /** The request's own signal, aborted when nobody waits for the answer any more. */
    signal: AbortSignal;
    /** IP address of whoever asks, as far as is known. */
    address: string;
  };
  Variables: {
    requestId: string;
    /** Whose reports and projects the request acts on: the account that its key names. */
    account: string;
  };
}
