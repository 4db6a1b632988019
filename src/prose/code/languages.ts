import { codeProse } from './codeProse.ts';
import * as hashed from './hashLanguages.ts';
import { Lexer, type Lexicon } from './lexer.ts';
import type { CodeLanguage } from '../languageOf.ts';
import type { Format } from '../format.ts';
import * as slashed from './slashLanguages.ts';

const lexicons: Record<CodeLanguage, Lexicon> = {
  javascript: slashed.javascript,
  javascriptreact: slashed.javascript,
  typescript: slashed.javascript,
  typescriptreact: slashed.javascript,
  python: hashed.python,
  java: slashed.java,
  c: slashed.c,
  cpp: slashed.c,
  'cuda-cpp': slashed.c,
  'objective-c': slashed.c,
  'objective-cpp': slashed.c,
  csharp: slashed.csharp,
  go: slashed.go,
  rust: slashed.rust,
  ruby: hashed.ruby,
  php: slashed.php,
  kotlin: slashed.kotlin,
  swift: slashed.swift,
  scala: slashed.kotlin,
  groovy: slashed.groovy,
  dart: slashed.dart,
  shellscript: hashed.shell,
  powershell: hashed.powershell,
  lua: hashed.lua,
  r: hashed.r,
  julia: hashed.julia,
  haskell: hashed.haskell,
  sql: hashed.sql,
  yaml: hashed.yaml,
  dockercompose: hashed.yaml,
  toml: hashed.toml,
  css: slashed.css,
  scss: slashed.scss,
  less: slashed.scss,
  dockerfile: hashed.dockerfile,
  makefile: hashed.makefile,
  perl: hashed.perl,
  elixir: hashed.elixir,
};

/** The format of each language, by VS Code's language id. */
export const codeFormats = Object.fromEntries(
  Object.entries(lexicons).map(([languageId, lexicon]) => [languageId, formatOf(lexicon)]),
) as Record<CodeLanguage, Format>;

/** Builds the lexer when the language is first read, to keep startup fast. */
function formatOf(lexicon: Lexicon): Format {
  let lexer: Lexer | undefined;
  const getLexer = (): Lexer => (lexer ??= new Lexer(lexicon));
  return {
    read: (document) => codeProse(document, getLexer()),
    comments: (document) => getLexer().comments(document),
  };
}
