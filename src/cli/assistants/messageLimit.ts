import { Transform, type TransformCallback } from 'node:stream';

/** Bytes of a message: enough for 1 MiB of text with every character escaped, and its envelope. */
export const maxMessageBytes = 8 * 2 ** 20;

/** Bytes at each end of a message that are searched for its id. */
const edge = 1024;

/**
 * Passes on JSON-RPC messages, one per line. Only the edges of a message that is too long are stored.
 * @param refuse called once at the end of each such message, with its id as JSON (`null` if not found).
 */
export class MessageLimit extends Transform {
  readonly #maxBytes: number;
  readonly #refuse: (id: string) => void;
  /** The current line so far; only its two edges if it is too long. */
  #chunks: Buffer[] = [];
  /** Bytes of the current line. */
  #length = 0;

  constructor(refuse: (id: string) => void, maxBytes = maxMessageBytes) {
    super();
    this.#refuse = refuse;
    this.#maxBytes = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = chunk;
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      this.#append(rest.subarray(0, end + 1));
      this.#endLine();
      rest = rest.subarray(end + 1);
    }
    this.#append(rest);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#endLine();
    done();
  }

  #append(piece: Buffer): void {
    this.#chunks.push(piece);
    this.#length += piece.length;
    if (this.#length <= this.#maxBytes) return;
    const line = Buffer.concat(this.#chunks);
    // Copies, because a view would keep the whole line in memory.
    this.#chunks = [Buffer.from(line.subarray(0, edge)), Buffer.from(line.subarray(-edge))];
  }

  #endLine(): void {
    if (this.#length > this.#maxBytes) {
      const [start = '', end = ''] = this.#chunks.map((chunk) => chunk.toString());
      this.#refuse(idAtStart.exec(start)?.[1] ?? idAtEnd.exec(end)?.[1] ?? 'null');
    } else {
      for (const chunk of this.#chunks) this.push(chunk);
    }
    this.#chunks = [];
    this.#length = 0;
  }
}

const lineFeed = 10;
const id = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)`;
const plainFields = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"]*"`;
/** Clients write the id either before or after the parameters. */
const idAtStart = new RegExp(String.raw`^\s*\{\s*(?:${plainFields}\s*,\s*)*${id}`);
const idAtEnd = new RegExp(
  String.raw`[}\]]\s*(?:,\s*${plainFields}\s*)*,\s*${id}\s*(?:,\s*${plainFields}\s*)*\}\s*$`,
);
