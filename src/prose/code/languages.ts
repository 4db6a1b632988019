import type { Prose } from '../../text/prose.ts';
import { codeProse } from './codeProse.ts';
import * as hashed from './hashLanguages.ts';
import { Lexer, type Comment, type Lexicon } from './lexer.ts';
import * as slashed from './slashLanguages.ts';

/** How each language is read, by VS Code's language id. */
const lexicons: Record<string, Lexicon> = {
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
  scala: slashed.scala,
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

const lexers = new Map<string, Lexer>();

function lexerOf(languageId: string): Lexer | undefined {
  const lexicon = lexicons[languageId];
  if (lexicon && !lexers.has(languageId)) lexers.set(languageId, new Lexer(lexicon));
  return lexers.get(languageId);
}

/** The comments of a document in a language of code, in order; none in another. */
export function commentsIn(document: string, languageId: string): readonly Comment[] {
  return lexerOf(languageId)?.comments(document) ?? [];
}

/** How the prose of each language is found, by VS Code's language id. */
export const codeExtractors: readonly (readonly [string, (document: string) => Prose])[] = Object.keys(
  lexicons,
).map((languageId) => [languageId, (document: string) => codeProse(document, lexerOf(languageId)!)]);
