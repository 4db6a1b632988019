import { closeSync, openSync, writeSync } from 'node:fs';

/** Overwrites bytes of a file from this position on. */
export function overwrite(file: string, position: number, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'r+');
  try {
    writeSync(descriptor, bytes, 0, bytes.length, position);
  } finally {
    closeSync(descriptor);
  }
}
