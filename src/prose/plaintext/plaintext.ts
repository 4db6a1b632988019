import { ProseBuilder, type Prose } from '../../text/prose.ts';
import type { Format } from '../format.ts';

/** All of a plain text is prose, but for a byte order mark. */
function plaintextProse(document: string): Prose {
  const builder = new ProseBuilder(document);
  builder.take(document.startsWith('\uFEFF') ? 1 : 0, document.length);
  return builder.build();
}

export const plaintext: Format = { read: plaintextProse };

/** What git writes above the diff in `git commit --verbose`: nothing below it becomes part of the message. */
const scissors = /^# -+ >8 -+\r?\n?$/;

/** A commit message as git will keep it: without the lines that git or a person commented out (git-commit(1)). */
function gitCommitProse(document: string): Prose {
  const builder = new ProseBuilder(document);
  let start = 0;
  for (const line of document.split(/(?<=\n)/)) {
    if (scissors.test(line)) break;
    if (!line.startsWith('#')) builder.take(start, start + line.length);
    start += line.length;
  }
  return builder.build();
}

export const gitCommit: Format = {
  read: gitCommitProse,
  comments: {
    line: /^#+/,
    example: '# inkling-ignore',
    lines: (_, lineEnd) => `# inkling-ignore${lineEnd}`,
  },
};
