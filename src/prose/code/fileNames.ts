/** The endings of files of code, by VS Code's language id. */
const endings: Record<string, readonly string[]> = {
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
  ipynb: ['.ipynb'],
};

/** VS Code's language id of a file of code or a notebook by its ending, in lower case with its dot. */
export const codeLanguageByExtension: ReadonlyMap<string, string> = new Map(
  Object.entries(endings).flatMap(([id, names]) => names.map((name): [string, string] => [name, id])),
);

/** VS Code's language id of a file of code by its whole name, in lower case. */
export const codeLanguageByFileName: ReadonlyMap<string, string> = new Map([
  ['dockerfile', 'dockerfile'],
  ['containerfile', 'dockerfile'],
  ['makefile', 'makefile'],
  ['gnumakefile', 'makefile'],
  ['rakefile', 'ruby'],
  ['gemfile', 'ruby'],
  ['vagrantfile', 'ruby'],
  ['jenkinsfile', 'groovy'],
]);
