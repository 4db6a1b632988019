import { ProseBuilder, type Prose } from '../../text/prose.ts';
import type { Format } from '../format.ts';

/** All of a plain text is prose, except a byte order mark. */
function plaintextProse(document: string): Prose {
  const builder = new ProseBuilder(document);
  builder.take(document.startsWith('\uFEFF') ? 1 : 0, document.length);
  return builder.build();
}

export const plaintext: Format = { read: plaintextProse };

/** The line above the diff in `git commit --verbose`. Git drops everything below it. */
const scissors = /^# -+ >8 -+\r?\n?$/;

/** A commit message as git stores it, without comment lines (git-commit(1)). */
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
