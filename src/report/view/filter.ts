import { bands, type Band } from '../../api/bands.ts';
import { html, type Html } from './html.ts';
import type { Sentence } from '../model/sentences.ts';
import type { ReportLanguage } from '../words/language.ts';

/** Which sentences stand out in the text. */
export const filters = ['all', 'ai', 'uncertain', 'human'] as const;
export type Filter = (typeof filters)[number];

/**
 * The choice of the sentences that stand out: the others step back, and paragraphs without any are left out, so that
 * what is shown keeps its order. The style does it, without script; `data-shown` is what the script says then.
 */
export function filterControl(
  sentences: readonly Sentence[],
  { words: { text }, locale }: ReportLanguage,
): Html {
  const format = new Intl.NumberFormat(locale);
  const counts: Record<Filter, number> = { all: sentences.length, ai: 0, uncertain: 0, human: 0 };
  for (const { band } of sentences) if (band) counts[band] += 1;
  return html`<fieldset class="filter" data-shown="${text.shown}">
    <legend>${text.filter}</legend>
    ${filters.map(
      (filter) =>
        html`<label
          ><input type="radio" name="filter" value="${filter}" ${attributes(filter, counts[filter])} />
          <span
            >${text.filters[filter]} <span class="count">${format.format(counts[filter])}</span></span
          ></label
        > `,
    )}
  </fieldset>`;
}

function attributes(filter: Filter, count: number): Html | undefined {
  if (filter === 'all') return html`checked`;
  return count === 0 ? html`disabled` : undefined;
}

/** The bands of the sentences that a paragraph holds, as class names of its own: what is left out goes by them. */
export function bandClasses(sentences: readonly Pick<Sentence, 'band'>[]): string {
  const held = new Set<Band | undefined>(sentences.map(({ band }) => band));
  return bands
    .filter((band) => held.has(band))
    .map((band) => `has-${band}`)
    .join(' ');
}
