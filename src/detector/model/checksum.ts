/** FNV-1a over little-endian 32-bit words, then the bytes left over. */
export function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    hash = Math.imul(hash ^ view.getUint32(i, true), 0x01000193);
    hash ^= hash >>> 15;
  }
  for (let i = whole; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash >>> 0;
}
