import { sampleOf } from '../bench/sample.ts';
import { addReports, createAccount, idOf } from '../bench/serviceFill.ts';
import type { Known } from '../../test/serve/load.ts';

export interface FilledAccounts {
  keys: string[];
  /** All existing reports. */
  filled: Known[];
}

/** Creates two accounts in an empty store: the first with this number of reports, the second with none. */
export async function fillAccounts(database: string, reports: number): Promise<FilledAccounts> {
  const large = await createAccount(database, 'large');
  const small = await createAccount(database, 'small');
  const samples = { full: sampleOf(500), small: sampleOf(20) };
  await addReports(database, large.account, [0, reports], samples);
  const filled = Array.from({ length: reports }, (_, number): Known => ({
    key: large.apiKey,
    id: idOf(number),
    state: 'stored',
  }));
  return { keys: [large.apiKey, small.apiKey], filled };
}
