/** Why a service or a thread of it can't start, in a sentence for the user. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
