/** A way out that an error offers: a button and what it does. */
export interface WayOut {
  title: string;
  run: () => Promise<void> | void;
}

/** Something the user can mend. The message says what happened and what to do, in plain words. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly waysOut: readonly WayOut[];

  constructor(message: string, waysOut: readonly WayOut[] = []) {
    super(message);
    this.waysOut = waysOut;
  }
}
