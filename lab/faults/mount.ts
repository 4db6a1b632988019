import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk in memory. */
export interface Disk {
  resize(kilobytes: number): void;
  unmount(): void;
}

/** Why this process can't mount one, or `null`. */
export function cannotMount(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'inkling-mount-'));
  try {
    mountDisk(folder, 16).unmount();
    return null;
  } catch {
    return 'it takes a Linux on which this user may mount';
  } finally {
    rmdirSync(folder);
  }
}

/** @throws if this user may not. */
export function mountDisk(folder: string, kilobytes: number): Disk {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'inkling-faults', folder], {
    stdio: 'ignore',
  });
  return {
    resize: (size) => {
      execFileSync('mount', ['-o', `remount,size=${size}k`, folder]);
    },
    unmount: () => {
      execFileSync('umount', ['--lazy', folder]); // a server may still have files open there
    },
  };
}
