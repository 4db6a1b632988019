import { execFile, type ExecFileOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { agentInTrailer, agentNamed } from '../api/agents.ts';
import { chatModelsSince, type Commit, type LineOrigins } from '../scan/provenance.ts';

/** Milliseconds that git may take to answer; after that, the scan continues without git. */
const maxTime = 10_000;
const maxBytes = 64 * 1024 * 1024;
/** The maximum number of a file's commits whose messages are read. */
const maxMessages = 2000;
/** The maximum number of files in the cache. */
const maxCached = 50;

/** Variables that make git use only the file's own repository, without replacements or fetching. */
const isolatedEnvironment: NodeJS.ProcessEnv = {
  // A git hook sets these variables to its own repository.
  ...Object.fromEntries(
    ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX'].map((name) => [name, undefined]),
  ),
  GIT_ALLOW_PROTOCOL: 'none',
  // A replacement object could give a commit any date.
  GIT_NO_REPLACE_OBJECTS: '1',
};

/** Asks git for the origins of a file's lines, once for each text and commit. */
export class Blame {
  readonly #git: string;
  readonly #known = new Map<string, LineOrigins>();

  /** @param git the program: its full path, or a name for the operating system to look up. */
  constructor(git: string) {
    this.#git = git;
  }

  /**
   * Finds the origins of a file's lines. Nothing leaves the machine. The repository must be trusted, because git runs
   * programs that its configuration names.
   * @param file its full path.
   * @param text its current text, saved or not; bytes if it is not UTF-8.
   * @returns `undefined` if git has no answer: no repository, no git, a file that was never committed, or a timeout.
   * @throws the signal's reason when cancelled.
   */
  async originsOf(
    file: string,
    text: string | Uint8Array,
    signal: AbortSignal,
  ): Promise<LineOrigins | undefined> {
    try {
      return await this.#ask(file, text, signal);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  async #ask(file: string, text: string | Uint8Array, signal: AbortSignal): Promise<LineOrigins> {
    const limits = { signal, timeout: maxTime, maxBuffer: maxBytes };
    const git = (args: readonly string[], input: string | Uint8Array = ''): Promise<string> =>
      runGit(this.#git, args, { folder: dirname(file), input, ...limits, env: isolatedEnvironment });
    const [isShallow = '', head = ''] = (await git(['rev-parse', '--is-shallow-repository', 'HEAD'])).split(
      '\n',
    );
    const key = createHash('sha256').update(`${isShallow} ${head} ${file}\n`).update(text).digest('base64');
    const known = this.#known.get(key);
    if (known) return known;
    const blameOutput = await git(
      [
        // With incremental output, git stops soon after this process ends, even if by a signal or a crash.
        ...['blame', '--incremental', '--no-textconv', '--contents', '-'],
        // Include the commits that the user's blame skips (`blame.ignoreRevsFile`), because they did change lines.
        ...['--ignore-revs-file=', '--', basename(file)],
      ],
      text,
    );
    const { commits, lines } = readBlame(blameOutput, isShallow === 'true');
    const recent = [...commits.keys()].filter((id) => (commits.get(id)?.time ?? 0) >= chatModelsSince);
    if (recent.length > 0) {
      const messages = await git(['cat-file', '--batch'], `${recent.slice(0, maxMessages).join('\n')}\n`);
      for (const [id, agent] of readAgents(messages)) {
        const commit = commits.get(id);
        if (commit) commit.agent ??= agent;
      }
    }
    const origins = lines.map((id) => commits.get(id) ?? null);
    this.#known.set(key, origins);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxCached && oldest !== undefined) this.#known.delete(oldest);
    return origins;
  }
}

/** The options of a git command. `env` adds variables to the environment, or removes them (`undefined`). */
interface GitOptions extends Pick<ExecFileOptions, 'signal' | 'timeout' | 'maxBuffer' | 'env'> {
  /** The working folder's full path. */
  folder: string;
  /** The content of standard input. */
  input?: string | Uint8Array;
}

/**
 * Runs git without a shell, pager, prompt, hook, monitor or optional lock. Ignores bare repositories inside another
 * repository, because anyone can commit one. Git still runs programs (filters) that the configuration in a real
 * `.git` names.
 * @param git the program: its full path, or a name for the operating system to look up.
 * @returns its output.
 * @throws Node's error when git fails, times out or is cancelled; `stderr` is git's message.
 */
export async function runGit(
  git: string,
  args: readonly string[],
  { folder, input = '', env, ...limits }: GitOptions,
): Promise<string> {
  const settings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'safe.bareRepository=explicit'];
  const running = promisify(execFile)(
    git,
    ['-C', folder, '--no-pager', ...settings.flatMap((setting) => ['-c', setting]), ...args],
    {
      ...limits,
      // Windows looks for programs in the working directory first, so it must not be the repository.
      cwd: dirname(process.execPath),
      windowsHide: true,
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', ...env },
    },
  );
  // If git ends before it has read all input, its own error is reported instead.
  running.child.stdin?.on('error', () => undefined).end(input);
  return (await running).stdout;
}

/**
 * Parses `git blame --incremental` (git-blame(1), INCREMENTAL OUTPUT).
 * @param isShallow whether the clone is shallow: then `boundary` commits prove nothing, because their parents are
 *   unknown.
 * @returns each line's commit id, and the commits by id.
 */
export function readBlame(
  output: string,
  isShallow: boolean,
): { commits: Map<string, Commit>; lines: string[] } {
  const commits = new Map<string, Commit>();
  const lines: string[] = [];
  let id = '';
  let author = '';
  let commit: Commit | undefined;
  for (const line of output.split('\n')) {
    const header = /^([0-9a-f]{40,64}) \d+ (\d+) (\d+)$/.exec(line);
    if (header) {
      id = header[1]!;
      commit = undefined;
      const first = Number(header[2]) - 1;
      for (let at = first; at < first + Number(header[3]); at++) lines[at] = id;
    } else if (line.startsWith('author ')) {
      author = line.slice('author '.length);
    } else if (line.startsWith('author-mail ')) {
      commit = { time: 0, agent: agentNamed(author, line.slice('author-mail <'.length, -1)) };
      // Uncommitted lines have an id of zeros.
      if (/[1-9a-f]/.test(id)) commits.set(id, commit);
    } else if (line.startsWith('committer-time ') && commit) {
      commit.time = Number(line.slice('committer-time '.length));
    } else if (line === 'boundary' && isShallow) {
      commits.delete(id);
    }
  }
  return { commits, lines };
}

/** Parses `git cat-file --batch` output: the AI that each commit's message names, if any. */
export function readAgents(output: string): Map<string, string> {
  const commits = output.split(/^(?=[0-9a-f]{40,64} commit \d+$)/m);
  const agents = commits.flatMap((commit) => {
    const [id = ''] = commit.split(' ', 1);
    const message = commit.slice(commit.indexOf('\n\n')).split('\n');
    const agent = message.map(agentInTrailer).find((each) => each !== null);
    return agent === undefined ? [] : [[id, agent] as const];
  });
  return new Map(agents);
}
