import ignore, { type Ignore } from 'ignore';
import { requireFewRules } from './config.ts';

/** A `.gitignore`. */
interface IgnoreFile {
  /** Relative to the root, with `/` between. */
  path: string;
  text: string;
}

/** The rules of one. */
interface Rules {
  /** The folder that holds the file, relative to the root, with `/` between and after; '' for the root. */
  folder: string;
  rules: Ignore;
}

/** Tells what `.gitignore` files leave out, as git does: a deeper file goes first, nothing brings back what lies in a folder that is left out (https://git-scm.com/docs/gitignore). */
export class GitIgnore {
  readonly #byDepth: Rules[] = [];

  constructor(files: readonly IgnoreFile[] = []) {
    for (const file of files) this.add(file);
  }

  /** @throws ConfigError when it has more rules than can be matched. */
  add({ path, text }: IgnoreFile): void {
    requireFewRules({ path, text });
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    this.#byDepth.push({ folder, rules: ignore().add(text) });
    this.#byDepth.sort((a, b) => b.folder.length - a.folder.length);
  }

  /** @param path of a file, relative to the root, with `/` between. */
  ignores(path: string): boolean {
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      if (this.ignoresEntry(path.slice(0, slash + 1))) return true;
    }
    return this.ignoresEntry(path);
  }

  /**
   * Whether a rule leaves out this entry of a folder, whatever becomes of the folder.
   * @param path relative to the root, with `/` between, and at the end of a folder's.
   */
  ignoresEntry(path: string): boolean {
    for (const { folder, rules } of this.#byDepth) {
      if (!path.startsWith(folder) || path === folder) continue;
      const { ignored, unignored } = rules.test(path.slice(folder.length));
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}
