import { execFileSync } from 'node:child_process';
import { temporaryFolder } from '../../test/rig/temporaryFolder.ts';

/** A small disk in memory. */
export interface Disk {
  resize(kilobytes: number): void;
  unmount(): void;
}

/** The reason why this process can't mount one, or `null`. */
export function cannotMount(): string | null {
  try {
    mountDisk(temporaryFolder('mount'), 16).unmount();
    return null;
  } catch {
    return 'it takes a Linux on which this user may mount';
  }
}

/** @throws if this user may not mount disks. */
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
