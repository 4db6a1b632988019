/**
 * The path and query of a request target, which clients of a proxy send with scheme and authority before it
 * (RFC 9112, 3.2.2).
 * @param host the request's `Host`, which such a target must repeat: else this and a proxy before it could take the
 *   request for two different ones.
 * @returns `undefined` for a target that is none.
 */
export function originForm(target: string, host: string | undefined): string | undefined {
  if (target.startsWith('/')) return target;
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/is.exec(target) ?? [];
  if (authority === undefined || (host !== undefined && authority.toLowerCase() !== host.toLowerCase()))
    return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * A request target whose path a URL parser leaves as it is. WHATWG URL takes the segments `.` and `..` (`%2E` too)
 * for steps; `projects/..` would delete nothing, or something else. A space behind keeps them, and project names
 * are trimmed.
 */
export function keepDotSegments(target: string): string {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  return path.replace(/\/(\.|%2e){1,2}(?=\/|$)/gi, '$&%20') + target.slice(path.length);
}
