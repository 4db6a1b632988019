/** Why a text can't be the address of a service. */
export type AddressProblem = 'notAnAddress' | 'insecure' | 'holdsPassword' | 'holdsQuery';

/**
 * An address in normal form: scheme, host, port and base path, without a trailing slash. Keys and consent are
 * stored under it.
 */
export type ServiceAddress = string & { readonly __brand: 'ServiceAddress' };

export type ParsedAddress = { ok: true; address: ServiceAddress } | { ok: false; problem: AddressProblem };

/**
 * Parses an address that a user entered, with or without a scheme, a trailing slash or `/api/v1`. Requires
 * `https`, because a key and an unpublished text are sent there; `http` is allowed only for this machine.
 */
export function parseAddress(text: string): ParsedAddress {
  const url = parseUrl(text.trim());
  if (!url || url.hostname === '') return { ok: false, problem: 'notAnAddress' };
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'holdsPassword' };
  if (url.search !== '' || url.hash !== '') return { ok: false, problem: 'holdsQuery' };
  if (url.protocol === 'http:' && !isLoopback(url)) return { ok: false, problem: 'insecure' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { ok: false, problem: 'notAnAddress' };
  const path = url.pathname.replace(/\/*(\/api\/v1\/*)?$/, '');
  return { ok: true, address: `${url.origin}${path}` as ServiceAddress };
}

/** Host, port and base path, for display. */
export function nameOfAddress(address: ServiceAddress): string {
  return address.replace(/^https?:\/\//, '');
}

function parseUrl(typed: string): URL | null {
  if (/\s/.test(typed)) return null;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) return URL.parse(typed);
  const url = URL.parse(`https://${typed}`);
  return url && isLoopback(url) ? URL.parse(`http://${typed}`) : url;
}

function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
