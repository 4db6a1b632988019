import ignore, { type Ignore } from 'ignore';

/** The rules of one `.gitignore`. */
interface Rules {
  /** The folder that holds the file, relative to the root, with `/` between and after; '' for the root. */
  folder: string;
  rules: Ignore;
}

/** Tells what `.gitignore` files leave out, as git does: a deeper file goes first, nothing brings back what lies in a folder that is left out (https://git-scm.com/docs/gitignore). */
export class GitIgnore {
  readonly #byDepth: readonly Rules[];

  /** @param files path relative to the root, with `/` between, and text of each `.gitignore`. */
  constructor(files: readonly { path: string; text: string }[]) {
    this.#byDepth = files
      .map(({ path, text }) => ({
        folder: path.slice(0, path.lastIndexOf('/') + 1),
        rules: ignore().add(text),
      }))
      .sort((a, b) => b.folder.length - a.folder.length);
  }

  /** @param path of a file, relative to the root, with `/` between. */
  ignores(path: string): boolean {
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      if (this.#isLeftOut(path.slice(0, slash + 1))) return true;
    }
    return this.#isLeftOut(path);
  }

  #isLeftOut(path: string): boolean {
    for (const { folder, rules } of this.#byDepth) {
      if (!path.startsWith(folder) || path === folder) continue;
      const { ignored, unignored } = rules.test(path.slice(folder.length));
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}
