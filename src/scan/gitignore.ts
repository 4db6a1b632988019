import ignore, { type Ignore } from 'ignore';
import { requireFewRules, type PlacedText } from './config.ts';

/**
 * Applies `.gitignore` files as git does: a file in a deeper folder takes precedence, and files in an ignored
 * folder can't be included again (https://git-scm.com/docs/gitignore). Paths are absolute, or
 * relative to one root, with `/` as separator.
 */
export class GitIgnore {
  /** The deepest folders first. Each path ends with `/`, and the root is ''. */
  readonly #byDepth: { folder: string; rules: Ignore }[] = [];

  constructor(files: readonly PlacedText[] = []) {
    for (const file of files) this.add(file);
  }

  /** @throws ConfigError when the file has too many rules. */
  add(file: PlacedText): void {
    const { path, text } = requireFewRules(file);
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    this.#byDepth.push({ folder, rules: ignore().add(text) });
    this.#byDepth.sort((a, b) => b.folder.length - a.folder.length);
  }

  /** Whether a file or one of its folders is ignored. */
  ignores(path: string): boolean {
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      if (this.ignoresEntry(path.slice(0, slash + 1))) return true;
    }
    return this.ignoresEntry(path);
  }

  /** Whether a rule ignores this entry itself, regardless of its folder. @param path with `/` at the end of a folder's. */
  ignoresEntry(path: string): boolean {
    for (const { folder, rules } of this.#byDepth) {
      if (!path.startsWith(folder) || path === folder) continue;
      const { ignored, unignored } = rules.test(path.slice(folder.length));
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}
