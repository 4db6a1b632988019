import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from '../../system/blame.ts';
import { StartError } from '../../service/service.ts';

/** Ranges of changed lines, from 1, both ends included. */
export type ChangedLines = readonly (readonly [first: number, last: number])[];

/** The changes since a commit, by the real path of each file that still exists. */
export type Changes = ReadonlyMap<string, ChangedLines>;

/**
 * The changes in the working folder's repository since the common ancestor of HEAD and `ref`: committed, staged and
 * in the working tree. Untracked files count as new, except ignored ones.
 * @throws StartError for an invalid ref, outside of a repository, and without git.
 */
export async function changesSince(ref: string): Promise<Changes> {
  // Git would read such a ref as an option.
  if (ref.startsWith('-')) throw new StartError(`--since ${ref}: a ref can’t start with -.`);
  const root = (await git(['rev-parse', '--show-toplevel'])).trim();
  const commit = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]).catch(
    (cause: unknown) => {
      throw new StartError(
        `--since ${ref}: no such commit or branch. Fetch it first (actions/checkout: fetch-depth: 0).`,
        { cause },
      );
    },
  );
  const base = await git(['merge-base', commit.trim(), 'HEAD']).catch((cause: unknown) => {
    throw new StartError(
      `--since ${ref}: no common commit with this branch. Fetch the whole history (actions/checkout: fetch-depth: 0).`,
      { cause },
    );
  });
  const compare = (...options: readonly string[]): Promise<string> => {
    const plainly = ['--no-ext-diff', '--no-textconv', '--no-relative', '--ignore-submodules'];
    return git(['diff', ...options, ...plainly, '--diff-filter=d', base.trim(), '--'], root);
  };
  const [diff, counts, untracked] = await Promise.all([
    // These options override the user's configuration, because context lines, for example, would count as changes.
    compare('--unified=0', '--inter-hunk-context=0', '--no-color', '--src-prefix=a/', '--dst-prefix=b/'),
    compare('--numstat', '-z', '--no-renames'),
    git(['ls-files', '--others', '--exclude-standard', '-z'], root),
  ]);
  // Git shows no lines and no line counts for binary files, such as PDFs.
  const binary = counts.split('\0').flatMap((count) => /^-\t-\t(.+)$/s.exec(count)?.[1] ?? []);
  const whole = [...binary, ...untracked.split('\0')].filter((path) => path !== '');
  const changed: (readonly [path: string, lines: ChangedLines])[] = [
    ...changedLinesIn(diff),
    ...whole.map((path) => [path, [[1, Infinity]]] as const),
  ];
  const changes = new Map<string, ChangedLines>();
  for (const [path, lines] of changed) {
    const real = await realpath(join(root, path)).catch(() => undefined);
    if (real !== undefined) changes.set(real, lines);
  }
  return changes;
}

/** @throws StartError without git, outside of a repository, or with git's own message. */
async function git(args: readonly string[], folder = process.cwd()): Promise<string> {
  try {
    return await runGit('git', ['-c', 'core.quotePath=true', ...args], { folder, maxBuffer: 2 ** 30 });
  } catch (cause) {
    const { code, stderr = '', message } = cause as Error & { code?: unknown; stderr?: string };
    if (code === 'ENOENT') {
      throw new StartError('--since needs git, which is not installed here.', { cause });
    }
    if (stderr.includes('not a git repository')) {
      throw new StartError('--since: not a git repository.', { cause });
    }
    throw new StartError(`git ${args[0]} failed: ${stderr.trim() || message}`, { cause });
  }
}

/** The lines that a diff without context adds or changes, by file path. */
export function changedLinesIn(diff: string): Map<string, [number, number][]> {
  const found = new Map<string, [number, number][]>();
  let lines: [number, number][] = [];
  /** The hunk's remaining lines, whose content may look like a header. */
  let rest = 0;
  for (const line of diff.split('\n')) {
    if (rest > 0 && /^[-+]/.test(line)) {
      rest--;
      continue;
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk) {
      const [, removed = '1', first = '', added = '1'] = hunk;
      rest = Number(removed) + Number(added);
      if (Number(added) > 0) lines.push([Number(first), Number(first) + Number(added) - 1]);
    } else if (line.startsWith('+++ ')) {
      lines = [];
      found.set(decodeGitPath(line.slice(4).replace(/\t$/, '')).replace(/^b\//, ''), lines);
    }
  }
  return found;
}

/** Decodes a path that git quotes because of special characters: C escapes of its UTF-8 bytes. */
function decodeGitPath(path: string): string {
  if (!path.startsWith('"')) return path;
  const escapes: Record<string, string> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
  const bytes = path.slice(1, -1).replace(/\\(?:([0-7]{3})|(.))/g, (_, octal?: string, letter = '') => {
    if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
    return escapes[letter as string] ?? String(letter);
  });
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
