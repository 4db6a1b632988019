import { posix } from 'node:path';
import { htmlProse } from '../html/html.ts';
import { parseXml, unpack } from './archive.ts';
import { DocumentError, ParagraphWriter, type DocumentText } from './documentText.ts';

/**
 * Reads an e-book (EPUB 3.3): its chapters in reading order, without the table of contents.
 * @throws DocumentError when it is damaged or protected.
 */
export function readEpub(bytes: Uint8Array): DocumentText {
  const entries = unpack(bytes, (name) => /\.(x?html?|opf|xml)$/i.test(name));
  const encryption = entries.get('META-INF/encryption.xml') ?? '';
  // Any book may have obfuscated fonts; encrypted chapters mean copy protection.
  if (/URI="[^"]*\.x?html?"/i.test(encryption)) {
    throw new DocumentError('locked');
  }
  const packagePath = /full-path="([^"]+)"/.exec(entries.get('META-INF/container.xml') ?? '')?.[1];
  const packageFile = packagePath === undefined ? undefined : entries.get(packagePath);
  if (packagePath === undefined || packageFile === undefined) throw new DocumentError('damaged');
  const writer = new ParagraphWriter('paragraph');
  const paths = chaptersIn(packageFile).map((href) => posix.join(posix.dirname(packagePath), decoded(href)));
  // Read each chapter once, however often the book lists it.
  for (const path of new Set(paths)) {
    const chapter = entries.get(path);
    if (chapter === undefined) continue;
    for (const paragraph of htmlProse(chapter).text.split('\n\n')) writer.add(paragraph);
  }
  return writer.build();
}

/** The paths of the chapters in reading order, without supplementary documents and the table of contents. */
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
