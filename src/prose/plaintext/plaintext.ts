import { ProseBuilder, type Prose } from '../../text/prose.ts';
import type { Format } from '../format.ts';

/** A plain text is all prose, except for a byte order mark. */
function plaintextProse(document: string): Prose {
  const builder = new ProseBuilder(document);
  builder.take(document.startsWith('\uFEFF') ? 1 : 0, document.length);
  return builder.build();
}

export const plaintext: Format = { read: plaintextProse };

/**
 * Git drops this line and all text below it, which is a diff or git's own comments. The line begins with git's
 * comment string.
 */
const scissors = /^(\S{1,10}) -+ >8 -+\r?\n?$/;

/**
 * The characters, besides `#`, from which `core.commentChar=auto` chooses. `|` is not included, because table rows
 * begin with it.
 */
const otherCommentLine = /^([;@!$%^&:])(?=\s)/;

/** A commit message as git stores it, without comment lines (git-commit(1)). */
function gitCommitProse(document: string): Prose {
  const builder = new ProseBuilder(document);
  const lines = document.split(/(?<=\n)/);
  const cut = lines.findIndex((line) => scissors.test(line));
  const message = cut === -1 ? lines : lines.slice(0, cut);
  const comment = commentStringOf(message, lines[cut]);
  let start = 0;
  for (const line of message) {
    if (comment === undefined || !line.startsWith(comment)) builder.take(start, start + line.length);
    start += line.length;
  }
  return builder.build();
}

/**
 * The string that begins comment lines. It is taken from git's own comments at the end of the message, because the
 * file doesn't contain `core.commentString`.
 * @param cutLine the scissors.
 * @returns `undefined` if git keeps all lines above the scissors (`commit.cleanup=scissors`).
 */
function commentStringOf(message: readonly string[], cutLine = ''): string | undefined {
  const [secondLast = '', last = ''] = message.filter((line) => line.trim() !== '').slice(-2);
  const [, atCut] = scissors.exec(cutLine) ?? [];
  if (atCut !== undefined) return last.startsWith(atCut) ? atCut : undefined;
  const [, other] = otherCommentLine.exec(last) ?? [];
  return other !== undefined && secondLast.startsWith(other) ? other : '#';
}

export const gitCommit: Format = {
  read: gitCommitProse,
  comments: {
    line: /^#+/,
    example: '# inkling-ignore',
    ownLine: 'unindented',
  },
};
