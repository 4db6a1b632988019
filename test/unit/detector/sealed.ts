import { crc32 } from 'node:zlib';

/** A copy of a model file's bytes with the length and the checksum that they ought to have, whatever they hold. */
export function sealed(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  view.setUint32(16, copy.length - 16, true);
  view.setUint32(12, crc32(copy.subarray(16)), true);
  return copy;
}
