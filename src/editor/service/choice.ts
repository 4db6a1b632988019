import { cutOff } from '../../api/limits.ts';
import { parseAddress, type AddressProblem, type ServiceAddress } from '../../client/address.ts';

/** Who said which service it is. */
export type ChosenBy = 'setting' | 'environment';

/** The service that analyses texts. */
export type Choice =
  | { kind: 'local' }
  | { kind: 'remote'; address: ServiceAddress }
  /** An address that can't be used. Never a reason to use another one: the user chose where texts go. */
  | { kind: 'unusable'; text: string; problem: AddressProblem; by: ChosenBy };

/**
 * The service that the user's setting names, else the one that the environment names, else this machine.
 * @param setting `inkling.service.url` as the user set it; `undefined` where they didn't, '' for this machine.
 * @param environment `INKLING_URL`
 */
export function choose(setting: unknown, environment: string | undefined): Choice {
  const by: ChosenBy = typeof setting === 'string' ? 'setting' : 'environment';
  const text = typeof setting === 'string' ? setting : (environment ?? '');
  if (text.trim() === '') return { kind: 'local' };
  const parsed = parseAddress(text);
  if (parsed.ok) return { kind: 'remote', address: parsed.address };
  return { kind: 'unusable', text: cutOff(text.trim(), 200), problem: parsed.problem, by };
}
