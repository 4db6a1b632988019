import { Parser } from 'htmlparser2';
import { inflateRawSync } from 'node:zlib';
import { Unzip, UnzipPassThrough, type UnzipDecoder } from 'fflate';
import { DocumentError } from './documentText.ts';

/** Limits the bytes unpacked from one file: a ZIP can expand to a thousand times its size. */
const maxUnpackedBytes = 64 * 2 ** 20;

/** Unpacks an entry in one call of Node's zlib, which is much faster than fflate. Stops at the limit. */
class Inflate implements UnzipDecoder {
  static readonly compression = 8;
  ondata: UnzipDecoder['ondata'] = () => undefined;
  readonly #packed: Uint8Array[] = [];

  push(chunk: Uint8Array, isLast: boolean): void {
    this.#packed.push(chunk);
    if (!isLast) return;
    const unpacked = inflateRawSync(Buffer.concat(this.#packed), { maxOutputLength: maxUnpackedBytes });
    this.ondata(null, unpacked, true);
  }
}

/**
 * Unpacks a ZIP archive.
 * @param isWanted whether to read the entry with this name.
 * @returns the entries' UTF-8 text by name.
 * @throws DocumentError when the archive is invalid, damaged or too large.
 */
export function unpack(bytes: Uint8Array, isWanted: (name: string) => boolean): Map<string, string> {
  const texts = new Map<string, string>();
  const unfinished = new Set<string>();
  let unpackedBytes = 0;
  const unzip = new Unzip((entry) => {
    if (!isWanted(entry.name)) return;
    unfinished.add(entry.name);
    const decoder = new TextDecoder();
    entry.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      unpackedBytes += chunk.length;
      if (unpackedBytes > maxUnpackedBytes) throw new DocumentError('tooLarge');
      texts.set(entry.name, (texts.get(entry.name) ?? '') + decoder.decode(chunk, { stream: !isLast }));
      if (isLast) unfinished.delete(entry.name);
    };
    entry.start();
  });
  unzip.register(UnzipPassThrough);
  unzip.register(Inflate);
  try {
    unzip.push(bytes, true);
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    throw new DocumentError(code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'damaged', { cause });
  }
  if (unfinished.size > 0) throw new DocumentError('damaged');
  return texts;
}

/** Maximum nesting, beyond what programs write. The parser's time grows with the square of the depth. */
const maxDepth = 1000;

interface Handlers {
  onopentag: (name: string, attributes: Record<string, string>) => void;
  ontext?: (text: string) => void;
  onclosetag?: (name: string) => void;
}

/**
 * Parses XML, including malformed XML.
 * @throws DocumentError when elements nest too deeply.
 */
export function parseXml(xml: string, { onopentag, ontext, onclosetag }: Handlers): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (++depth > maxDepth) throw new DocumentError('damaged');
        onopentag(name, attributes);
      },
      ontext: (text) => {
        ontext?.(text);
      },
      onclosetag: (name) => {
        depth--;
        onclosetag?.(name);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
}
