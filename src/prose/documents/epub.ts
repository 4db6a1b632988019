import { posix } from 'node:path';
import { htmlProse } from '../html/html.ts';
import { parseXml, unpack } from './archive.ts';
import { DocumentError, ParagraphWriter, type DocumentText } from './documentText.ts';

/**
 * Reads an e-book (EPUB 3.3): its chapters in the order in which they are read, without the contents.
 * @throws DocumentError when it is damaged, or protected.
 */
export function readEpub(bytes: Uint8Array): DocumentText {
  const entries = unpack(bytes, (name) => /\.(x?html?|opf|xml)$/i.test(name));
  const encryption = entries.get('META-INF/encryption.xml') ?? '';
  // Fonts may be obfuscated in any book; where chapters are encrypted, a shop has locked it.
  if (/URI="[^"]*\.x?html?"/i.test(encryption)) {
    throw new DocumentError('locked');
  }
  const packagePath = /full-path="([^"]+)"/.exec(entries.get('META-INF/container.xml') ?? '')?.[1];
  const packageFile = packagePath === undefined ? undefined : entries.get(packagePath);
  if (packagePath === undefined || packageFile === undefined) throw new DocumentError('damaged');
  const writer = new ParagraphWriter('paragraph');
  const paths = chaptersIn(packageFile).map((href) => posix.join(posix.dirname(packagePath), decoded(href)));
  // No chapter stands in a book twice: one that is named a thousand times is read once.
  for (const path of new Set(paths)) {
    const chapter = entries.get(path);
    if (chapter === undefined) continue;
    for (const paragraph of htmlProse(chapter).text.split('\n\n')) writer.add(paragraph);
  }
  return writer.build();
}

/** The addresses of what is read, in its order: not what is beside the text, nor the contents. */
function chaptersIn(packageFile: string): string[] {
  const hrefs = new Map<string, string>();
  const chapters = new Set<string>();
  parseXml(packageFile, {
    onopentag: (name, { id, href, properties = '', idref, linear }) => {
      const local = name.replace(/^.*:/, '');
      if (local === 'item' && id !== undefined && href !== undefined && !/\bnav\b/.test(properties)) {
        hrefs.set(id, href);
      }
      if (local === 'itemref' && idref !== undefined && linear !== 'no') chapters.add(idref);
    },
  });
  return [...chapters].flatMap((id) => hrefs.get(id) ?? []);
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
