/** An error for the log: its stack, its fields, and the same for its causes. */
export function detailsOf(error: unknown): string {
  const lines: string[] = [];
  const seen = new Set<unknown>(); // the causes of an error may form a circle
  for (let at = error; at !== undefined && !seen.has(at); at = at instanceof Error ? at.cause : undefined) {
    seen.add(at);
    lines.push(`${lines.length > 0 ? 'caused by ' : ''}${ownDetailsOf(at)}`);
  }
  return lines.join('\n');
}

function ownDetailsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const fields = Object.entries(error).filter(
    ([name, value]) => name !== 'name' && typeof value !== 'object',
  );
  const all = fields.map(([name, value]) => `${name}: ${String(value)}`).join(', ');
  return `${error.stack ?? String(error)}${all && ` { ${all} }`}`;
}
