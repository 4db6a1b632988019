import { unzipSync, zipSync, type Zippable } from 'fflate';

const unix = 3;
/** A plain file that all may read and its owner may write: VS Code writes into the manifest that it unpacked. */
const attributes = (0o100644 << 16) >>> 0;

/**
 * Packs a zip again so that its bytes say nothing of when, where and by whom it was made: entries in the order of their
 * names, one time, one mode. vsce's SOURCE_DATE_EPOCH alone leaves the time zone, the umask and the machine's language
 * in it, and the output of Node's own deflate may differ between processors; this one is plain JavaScript.
 */
export function reproducibleZip(zip: Uint8Array): Uint8Array {
  // The first moment that a zip can name. In local time, since that is what its entries hold.
  const mtime = new Date(1980, 0, 1);
  const entries: Zippable = {};
  for (const [name, bytes] of Object.entries(unzipSync(zip)).sort(([a], [b]) => (a < b ? -1 : 1))) {
    entries[name] = [bytes, { mtime, os: unix, attrs: attributes, level: 9 }];
  }
  return zipSync(entries);
}
