/** VS Code's language id of a file, by its name. A name without an ending (README) is taken for plain text. */
export function languageOf(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? path;
  if (name === 'COMMIT_EDITMSG' || name === 'MERGE_MSG') return 'git-commit';
  const dot = name.lastIndexOf('.');
  const ending = dot <= 0 ? '' : name.slice(dot).toLowerCase();
  return languageIds.get(ending) ?? ending.slice(1);
}

const languageIds = new Map([
  ['', 'plaintext'],
  ['.txt', 'plaintext'],
  ['.text', 'plaintext'],
  ['.md', 'markdown'],
  ['.mkd', 'markdown'],
  ['.mdown', 'markdown'],
  ['.markdown', 'markdown'],
]);

/** Languages whose files are written to be read as prose, unlike code with prose in it. */
const documentLanguages: ReadonlySet<string> = new Set(['plaintext', 'markdown', 'git-commit']);

/** Whether a file of this name is a document, rather than code, data or a program's hidden file. */
export function isDocument(path: string): boolean {
  return !/(^|[/\\])\.[^/\\]*$/.test(path) && documentLanguages.has(languageOf(path));
}
