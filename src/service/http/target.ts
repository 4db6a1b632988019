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
