import { Transform, type TransformCallback } from 'node:stream';

/** Bytes of a message: 1 MiB of text with each character written as an escape, and what belongs around it. */
export const maxMessageBytes = 8 * 2 ** 20;

/** So much of the beginning and of the end of a message is looked at for its id. */
const edge = 1024;

/**
 * Passes on JSON-RPC messages, one a line, but for those that are too long, of which no more than the edges is kept.
 * @param refuse is called once for each of those, when it ended, with the JSON text of its id (`null` where none is found).
 */
export class MessageLimit extends Transform {
  readonly #maxBytes: number;
  readonly #refuse: (id: string) => void;
  /** The chunks of the line so far; none once it is too long. */
  #chunks: Buffer[] = [];
  #length = 0;
  /** The edges of a line that is too long. */
  #tooLong: { start: Buffer; end: Buffer } | undefined;

  constructor(refuse: (id: string) => void, maxBytes = maxMessageBytes) {
    super();
    this.#refuse = refuse;
    this.#maxBytes = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = chunk;
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      this.#take(rest.subarray(0, end + 1));
      this.#endLine();
      rest = rest.subarray(end + 1);
    }
    this.#take(rest);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#endLine();
    done();
  }

  #take(piece: Buffer): void {
    if (piece.length === 0) return;
    if (this.#tooLong) {
      this.#tooLong.end = Buffer.concat([this.#tooLong.end, piece.subarray(-edge)]).subarray(-edge);
      return;
    }
    this.#chunks.push(piece);
    this.#length += piece.length;
    if (this.#length <= this.#maxBytes) return;
    const whole = Buffer.concat(this.#chunks);
    // Copies: a view would keep all of it in memory.
    this.#tooLong = { start: Buffer.from(whole.subarray(0, edge)), end: Buffer.from(whole.subarray(-edge)) };
    this.#chunks = [];
  }

  #endLine(): void {
    if (this.#tooLong) this.#refuse(idIn(this.#tooLong.start.toString(), this.#tooLong.end.toString()));
    for (const chunk of this.#chunks) this.push(chunk);
    this.#chunks = [];
    this.#length = 0;
    this.#tooLong = undefined;
  }
}

const lineFeed = 10;
const id = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)`;
const plainFields = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"]*"`;
/** Among the first fields, or among the last: clients write it before or behind the parameters. */
const idAtStart = new RegExp(String.raw`^\s*\{\s*(?:${plainFields}\s*,\s*)*${id}`);
const idAtEnd = new RegExp(
  String.raw`[}\]]\s*(?:,\s*${plainFields}\s*)*,\s*${id}\s*(?:,\s*${plainFields}\s*)*\}\s*$`,
);

/** The id of a message of which only the edges are known, as JSON has it. */
function idIn(start: string, end: string): string {
  return idAtStart.exec(start)?.[1] ?? idAtEnd.exec(end)?.[1] ?? 'null';
}
