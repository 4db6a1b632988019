import { namesIn } from '../../text/words.ts';
import { DocumentError, isProseCell, ParagraphWriter, type DocumentText } from './documentText.ts';

/** Groups without running text (Rich Text Format Specification 1.9.1). Those that begin with `\*` are also left out. */
const leftOutGroups = namesIn(`
    fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf
    footnote annotation listtext pntext fldinst xe tc nonshppict listtable listoverridetable rsidtbl generator
    themedata datastore`);

const characters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ tab: ' ', line: ' ', emspace: ' ', enspace: ' ', emdash: '—', endash: '–', bullet: '' },
    ...{ lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”' },
  }),
);

const endsParagraph: ReadonlySet<string> = new Set(['par', 'sect', 'page']);
const endsCell: ReadonlySet<string> = new Set(['cell', 'nestcell', 'row', 'nestrow']);

/** Maximum nesting, beyond what programs write. */
const maxDepth = 1000;

interface Group {
  isLeftOut: boolean;
  /** The number of fallback characters after a `\u`, for programs without Unicode. */
  fallbackLength: number;
}

/**
 * Reads a Rich Text Format document, as written by Word, TextEdit and LibreOffice.
 * @throws DocumentError when it is not one.
 */
export function readRtf(bytes: Uint8Array): DocumentText {
  const source = new TextDecoder('latin1').decode(bytes);
  if (!source.startsWith('{\\rtf')) throw new DocumentError('damaged');
  const decoder = decoderOf(source);
  const writer = new ParagraphWriter('paragraph');
  const groups: Group[] = [{ isLeftOut: false, fallbackLength: 1 }];
  let paragraph: string[] = [];
  /** Bytes to decode together, since a character can have two. */
  let encoded: number[] = [];
  let skipped = 0;
  let isInTable = false;

  function flush(): void {
    if (encoded.length > 0) paragraph.push(decoder.decode(Uint8Array.from(encoded)));
    encoded = [];
  }
  function add(text: string): void {
    flush();
    if (!groups.at(-1)!.isLeftOut) paragraph.push(text);
  }
  function endParagraph(isCell = isInTable): void {
    flush();
    const text = paragraph.join('');
    if (!isCell || isProseCell(text)) writer.add(text);
    paragraph = [];
  }

  // A brace, a control word with its number, a byte, a control symbol, a line end, or plain text.
  const tokens = /([{}])|\\([a-z]+)(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|[\r\n]+|([^\\{}\r\n]+)/gi;
  for (const [, border, control, number, hex, sign, plain] of source.matchAll(tokens)) {
    const group = groups.at(-1)!;
    if (border === '{') {
      if (groups.length > maxDepth) throw new DocumentError('damaged');
      groups.push({ ...group });
      skipped = 0;
    } else if (border === '}') {
      flush();
      if (groups.length > 1) groups.pop();
      skipped = 0;
    } else if (control !== undefined) {
      if (leftOutGroups.has(control)) group.isLeftOut = true;
      else if (control === 'intbl') isInTable = true;
      else if (control === 'pard') isInTable = false;
      else if (control === 'uc') group.fallbackLength = Math.max(0, Number(number ?? 1));
      else if (control === 'u' && number !== undefined) {
        // A code unit as a signed 16-bit number.
        add(String.fromCharCode(Number(number) & 0xffff));
        skipped = group.fallbackLength;
      } else if (endsParagraph.has(control) && !group.isLeftOut) endParagraph();
      else if (endsCell.has(control) && !group.isLeftOut) endParagraph(true);
      else if (characters.has(control)) add(characters.get(control)!);
    } else if (hex !== undefined) {
      if (skipped > 0) skipped--;
      else if (!group.isLeftOut) encoded.push(Number.parseInt(hex, 16));
    } else if (sign !== undefined) {
      if (sign === '*') group.isLeftOut = true;
      else if (sign === '~') add(' ');
      else if (sign === '_') add('-');
      else if (sign === '\n' || sign === '\r') endParagraph();
      else if ('\\{}'.includes(sign)) add(sign);
    } else if (plain !== undefined) {
      const rest = plain.slice(skipped);
      skipped = Math.max(0, skipped - plain.length);
      add(rest);
    }
  }
  endParagraph();
  return writer.build();
}

/** The decoder for the code page that the document's beginning names in Windows's numbering (`ansicpg`). */
function decoderOf(source: string): TextDecoder {
  const head = source.slice(0, 500);
  const page = /\\ansicpg(\d+)/.exec(head)?.[1];
  const label = /\\mac\b/.test(head)
    ? 'macintosh'
    : page === '932'
      ? 'shift_jis'
      : `windows-${page ?? '1252'}`;
  const labels: Record<string, string> = {
    'windows-936': 'gbk',
    'windows-949': 'euc-kr',
    'windows-950': 'big5',
  };
  try {
    return new TextDecoder(labels[label] ?? label);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
