/** The file name endings of code by VS Code's language id, in lower case, with dots. */
const codeEndings = {
  javascript: ['.js', '.mjs', '.cjs'],
  javascriptreact: ['.jsx'],
  typescript: ['.ts', '.mts', '.cts'],
  typescriptreact: ['.tsx'],
  python: ['.py', '.pyi', '.pyw'],
  java: ['.java'],
  c: ['.c', '.h'],
  cpp: ['.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx', '.ino'],
  'cuda-cpp': ['.cu', '.cuh'],
  'objective-c': ['.m'],
  'objective-cpp': ['.mm'],
  csharp: ['.cs', '.csx'],
  go: ['.go'],
  rust: ['.rs'],
  ruby: ['.rb', '.rake', '.gemspec'],
  php: ['.php'],
  kotlin: ['.kt', '.kts'],
  swift: ['.swift'],
  scala: ['.scala', '.sc'],
  groovy: ['.groovy', '.gradle'],
  dart: ['.dart'],
  shellscript: ['.sh', '.bash', '.zsh', '.ksh'],
  powershell: ['.ps1', '.psm1', '.psd1'],
  lua: ['.lua'],
  r: ['.r'],
  julia: ['.jl'],
  haskell: ['.hs'],
  sql: ['.sql'],
  yaml: ['.yaml', '.yml'],
  toml: ['.toml'],
  css: ['.css'],
  scss: ['.scss'],
  less: ['.less'],
  dockerfile: ['.dockerfile'],
  makefile: ['.mk', '.mak'],
  perl: ['.pl', '.pm'],
  elixir: ['.ex', '.exs'],
  dockercompose: [],
} satisfies Record<string, readonly string[]>;

export type CodeLanguage = keyof typeof codeEndings;

/** VS Code's language id of code files by full name, in lower case. */
const codeLanguageByFileName: ReadonlyMap<string, CodeLanguage> = new Map([
  ['dockerfile', 'dockerfile'],
  ['containerfile', 'dockerfile'],
  ['makefile', 'makefile'],
  ['gnumakefile', 'makefile'],
  ['rakefile', 'ruby'],
  ['gemfile', 'ruby'],
  ['vagrantfile', 'ruby'],
  ['jenkinsfile', 'groovy'],
]);

/** The endings of documents. */
const documentEndings = {
  plaintext: ['', '.txt', '.text'],
  'git-commit': [],
  /** The box for a commit message in VS Code's source control view. */
  scminput: [],
  markdown: ['.md', '.mkd', '.mdown', '.markdown', '.mdwn'],
  mdx: ['.mdx'],
  quarto: ['.qmd'],
  rmd: ['.rmd'],
  html: ['.html', '.htm', '.xhtml', '.xht', '.shtml'],
  latex: ['.tex', '.ltx', '.latex'],
  restructuredtext: ['.rst', '.rest'],
  asciidoc: ['.adoc', '.asciidoc', '.asc', '.ad'],
  org: ['.org'],
  wikitext: ['.wiki', '.mediawiki', '.wikitext'],
  ipynb: ['.ipynb'],
} satisfies Record<string, readonly string[]>;

/** The endings of files that use a document's format but are not documents. */
const otherTextEndings = {
  tex: ['.sty', '.cls'],
  bibtex: ['.bib'],
} satisfies Record<string, readonly string[]>;

const endings = { ...codeEndings, ...documentEndings, ...otherTextEndings };

/** A supported language. Its reader is in extract.ts, which the editor's own thread doesn't load. */
export type Language = keyof typeof endings;

const languageByEnding: ReadonlyMap<string, string> = new Map(
  Object.entries(endings).flatMap(([id, names]) => names.map((name): [string, string] => [name, id])),
);

export const documentLanguages: ReadonlySet<string> = new Set(Object.keys(documentEndings));

/** VS Code's ids of all languages that a file name can imply, sorted. */
export const knownLanguages: readonly string[] = [
  ...new Set([...languageByEnding.values(), ...codeLanguageByFileName.values(), 'git-commit']),
].sort();

/** The messages for which git, or a program that calls it, opens an editor. */
const gitMessage = /^(COMMIT|TAG|NOTES|PULLREQ)_EDITMSG$|^MERGE_MSG$|^EDIT_DESCRIPTION$/;

/**
 * VS Code's language id of a file by its name or path, or its ending without the dot if the language is unknown. A name
 * without an ending (README) is plain text.
 */
export function languageOf(path: string): string {
  const name = /[^/\\]*$/.exec(path)?.[0] ?? '';
  if (gitMessage.test(name)) return 'git-commit';
  const byName = codeLanguageByFileName.get(name.toLowerCase());
  if (byName !== undefined) return byName;
  // As with node:path's extname, a leading dot does not begin an ending.
  const ending = /(?<=.)\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? '';
  return languageByEnding.get(ending) ?? ending.slice(1);
}

/**
 * The language to read an open document in. VS Code reports plain text for languages without an installed extension,
 * such as AsciiDoc or Org, so the file name is used for those.
 * @param languageId VS Code's.
 */
export function languageOfDocument(languageId: string, path: string): string {
  if (languageId !== 'plaintext') return languageId;
  const named = languageOf(path);
  return knownLanguages.includes(named) ? named : languageId;
}

/** Binary documents that contain prose, by ending: see documents/. */
const documentKinds = ['docx', 'odt', 'rtf', 'epub', 'pdf'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** `null` for all other files. */
export function documentKindOf(path: string): DocumentKind | null {
  const ending = languageOf(path);
  return documentKinds.find((kind) => kind === ending) ?? null;
}

/** Whether a file of this name is a document, rather than code, data or a program's hidden file. */
export function isDocument(path: string): boolean {
  if (/(^|[/\\])\.[^/\\]*$/.test(path)) return false;
  return documentLanguages.has(languageOf(path)) || documentKindOf(path) !== null;
}

/** Whether a passage can be ignored by a comment in documents of this language. */
export function hasIgnoreComments(languageId: string): boolean {
  return languageId !== 'plaintext' && languageId !== 'ipynb' && knownLanguages.includes(languageId);
}
