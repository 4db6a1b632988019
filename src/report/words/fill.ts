import { html, type Html } from '../view/html.ts';
import type { PluralForms } from './reportWords.ts';

const placeholder = /\{(\w+)\}/;

/** The template with its `{name}`s replaced; one that no value has stays, for a test to find. */
export function filled(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(new RegExp(placeholder, 'g'), (whole, name: string) =>
    String(values[name] ?? whole),
  );
}

/** The same with values that are HTML; the others and the template are escaped. */
export function filledHtml(template: string, values: Readonly<Record<string, Html | string>>): Html {
  // Splitting by a group gives text and names in turn.
  return html`${template.split(placeholder).map((part, i) => (i % 2 === 0 ? part : values[part]))}`;
}

/** The form that the language uses for the count, with it filled in: as a number or, if given, in a word. */
export function pluralOf(count: number, forms: PluralForms, locale: string, word?: string): string {
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
  return filled(form, { count: word ?? new Intl.NumberFormat(locale).format(count) });
}
