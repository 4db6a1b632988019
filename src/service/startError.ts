/** Why a service or one of its threads can't start, in a sentence for the user. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
