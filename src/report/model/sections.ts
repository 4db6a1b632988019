import type { Span } from '../../api/report.ts';
import { blocksOf } from '../../text/blocks.ts';
import { countWords } from '../../text/words.ts';

/** A part of a text under a heading. */
export interface Section extends Span {
  /** `undefined` before the first heading. */
  heading: string | undefined;
}

const maxHeadingUnits = 100;
const maxHeadingWords = 12;

/**
 * The sections of prose, in order, without headings that have no text; none if there are fewer than two. Prose has
 * no markup, so a short single line that doesn't end like a sentence counts as a heading.
 */
export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  let open: (Section & { blocks: number }) | undefined;
  const close = (): void => {
    if (open && open.blocks > 0) {
      const { heading, start, end } = open;
      sections.push({ heading, start, end });
    }
  };
  for (const { start, end } of blocksOf(text)) {
    const block = text.slice(start, end).trim();
    if (isHeading(block)) {
      close();
      open = { heading: block, start, end, blocks: 0 };
    } else if (open) {
      open.end = end;
      open.blocks++;
    } else {
      open = { heading: undefined, start, end, blocks: 1 };
    }
  }
  close();
  return sections.length > 1 ? sections : [];
}

function isHeading(block: string): boolean {
  if (block.length > maxHeadingUnits || /[\r\n]/.test(block)) return false;
  if (/^[>\-*•]\s|[.!?…:;,]["”’»)\]]*$/.test(block) || /^\p{Ll}/u.test(block)) return false;
  return countWords(block) <= maxHeadingWords;
}
