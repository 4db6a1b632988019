/** Most bytes that are kept. */
const maxBytes = 64 * 1024 * 1024;

interface Kept {
  rendering: Promise<Uint8Array<ArrayBuffer> | null>;
  /** 0 while it is being rendered. */
  bytes: number;
}

/** Keeps what was rendered last, by its ETag, and renders nothing twice at once. */
export class RenderedReports {
  /** The least used first. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  async get(
    etag: string,
    render: () => Promise<Uint8Array<ArrayBuffer> | null>,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    const known = this.#kept.get(etag);
    if (known) {
      this.#kept.delete(etag);
      this.#kept.set(etag, known);
      return known.rendering;
    }
    const kept: Kept = { rendering: render(), bytes: 0 };
    this.#kept.set(etag, kept);
    let rendered: Uint8Array<ArrayBuffer> | null = null;
    try {
      rendered = await kept.rendering;
    } finally {
      if (rendered === null) this.#kept.delete(etag);
    }
    kept.bytes = rendered?.byteLength ?? 0;
    this.#bytes += kept.bytes;
    this.#shrink();
    return rendered;
  }

  #shrink(): void {
    for (const [etag, { bytes }] of this.#kept) {
      if (this.#bytes <= maxBytes) return;
      if (bytes === 0) continue;
      this.#kept.delete(etag);
      this.#bytes -= bytes;
    }
  }
}
