/** Bytes, or characters, that are handled at once: the thread that answers does other things between them. */
export const chunkSize = 64 * 1024;

export function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
}

/** A body of these chunks, which are made only as the receiver takes them. */
export function streamOf(
  chunks: Generator<Uint8Array> | AsyncGenerator<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull: async (controller) => {
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: async () => {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
