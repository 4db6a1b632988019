import { Parser } from 'htmlparser2';
import { DocumentError } from './documentText.ts';

/** Elements in each other. No program writes as many; the parser takes the square of them. */
const maxDepth = 1000;

interface Handlers {
  onopentag: (name: string, attributes: Record<string, string>) => void;
  ontext?: (text: string) => void;
  onclosetag?: (name: string) => void;
}

/**
 * Reads XML, whole or broken.
 * @throws DocumentError when elements nest deeper than any program writes them.
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
