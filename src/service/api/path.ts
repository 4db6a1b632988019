import * as v from 'valibot';
import { notFound } from './problem.ts';
import { ProjectName } from './parameters.ts';

/** The path as it was sent, so that `%2F` in a name divides nothing. */
export function rawPath(request: Request): string {
  return new URL(request.url).pathname;
}

/**
 * The project that a path's last segment names. It is trimmed, as a name is wherever it is given; so `..%20` names
 * the project `..`, whose plain spellings (`..`, `%2E%2E`) a URL parser takes for a step up before anyone sees them.
 * @throws Problem 404 when it can't be a project's name.
 */
export function projectInPath(path: string): string {
  const name = v.safeParse(ProjectName, decodeSegment(path.slice(path.lastIndexOf('/') + 1)));
  if (!name.success) throw notFound();
  return name.output;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw notFound();
  }
}
