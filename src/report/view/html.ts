/** HTML built by `html`, which escapes every value in it. */
export class Html {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  toString(): string {
    return this.#source;
  }
}

type Value = string | number | Html | undefined | readonly Value[];

/**
 * Builds HTML from a template. Values are escaped for text and quoted attributes, unless they are `Html`; lists are
 * joined; `undefined` is left out. Never insert a value as the name of a tag or attribute, or into an unquoted
 * attribute, a script or a style.
 */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  let source = parts[0] ?? '';
  values.forEach((value, i) => (source += rendered(value) + (parts[i + 1] ?? '')));
  return new Html(source);
}

function rendered(value: Value): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number' || value instanceof Html) return value.toString();
  return value.map(rendered).join('');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters are shown as U+FFFD, because HTML can't contain them and parsers change or drop them. */
// oxlint-disable-next-line no-control-regex
const unsafe = /[&<>"'\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

function escaped(text: string): string {
  return text.toWellFormed().replace(unsafe, (character) => entities[character] ?? '\uFFFD');
}
