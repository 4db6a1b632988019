import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { agentInTrailer, agentNamed } from '../api/agents.ts';
import { chatModelsSince, type Commit, type LineOrigins } from '../scan/provenance.ts';

/** Milliseconds that git may take for one question: beyond that nothing is told, and the scan goes on. */
const maxTime = 10_000;
const maxBytes = 64 * 1024 * 1024;
/** Messages are read of so many of a file's commits. */
const maxMessages = 2000;
/** So many files are remembered. */
const maxRemembered = 50;

/** Git tells what is in the file's own repository, as it is, and fetches nothing. */
const unaided: NodeJS.ProcessEnv = {
  // A hook's variables name its own repository.
  ...Object.fromEntries(
    ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX'].map((name) => [name, undefined]),
  ),
  GIT_ALLOW_PROTOCOL: 'none',
  // An object put in another's place has the dates that one likes.
  GIT_NO_REPLACE_OBJECTS: '1',
};

/** Asks git where the lines of files come from, once for each text of a file on a commit. */
export class Blame {
  readonly #git: string;
  readonly #known = new Map<string, LineOrigins>();

  /** @param git the program: its full path, or a name that the operating system looks up. */
  constructor(git: string) {
    this.#git = git;
  }

  /**
   * Nothing leaves the machine, and nothing of the repository is run but what its own configuration names: so it must be
   * one that the user trusts.
   * @param file its full path.
   * @param text of it as it is now, saved or not; its bytes where it is in another encoding than UTF-8.
   * @returns `undefined` where git has nothing to tell: no repository, no such program, a file that was never
   *   committed, or it took too long.
   * @throws the signal's reason when cancelled.
   */
  async of(file: string, text: string | Uint8Array, signal: AbortSignal): Promise<LineOrigins | undefined> {
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
      runGit(this.#git, args, { folder: dirname(file), input, ...limits, env: unaided });
    const [isShallow = '', head = ''] = (await git(['rev-parse', '--is-shallow-repository', 'HEAD'])).split(
      '\n',
    );
    const key = createHash('sha256').update(`${isShallow} ${head} ${file}\n`).update(text).digest('base64');
    const known = this.#known.get(key);
    if (known) return known;
    const blamed = await git(
      [
        // Written as it is found: so git ends soon after whoever asked ended, by a signal or a crash.
        ...['blame', '--incremental', '--no-textconv', '--contents', '-'],
        // A commit that the user passes over in blame (`blame.ignoreRevsFile`) did change its lines.
        ...['--ignore-revs-file=', '--', basename(file)],
      ],
      text,
    );
    const { commits, lines } = readBlame(blamed, isShallow === 'true');
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
    if (this.#known.size > maxRemembered && oldest !== undefined) this.#known.delete(oldest);
    return origins;
  }
}

/** How git is run, beside what is always so. */
interface GitRun {
  /** Where; its full path. */
  folder: string;
  /** What it reads on its standard input. */
  input?: string | Uint8Array;
  signal?: AbortSignal;
  /** Milliseconds; without it, as long as it takes. */
  timeout?: number;
  /** Bytes of its answer. */
  maxBuffer: number;
  /** What is added to the environment, or taken out of it as `undefined`. */
  env?: NodeJS.ProcessEnv;
}

/**
 * Runs git without a shell, pager, question, hook, monitor or lock that waits for others. A folder that merely looks like
 * a repository within another, which anybody can commit, counts for nothing; but what the configuration in a real
 * `.git` names may be run (a filter).
 * @param git the program: its full path, or a name that the operating system looks up.
 * @returns what it writes.
 * @throws Node's error when it fails, takes too long or is cancelled; `stderr` is what it said.
 */
export async function runGit(
  git: string,
  args: readonly string[],
  { folder, input = '', env = {}, ...limits }: GitRun,
): Promise<string> {
  const settings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'safe.bareRepository=explicit'];
  const running = promisify(execFile)(
    git,
    ['-C', folder, '--no-pager', ...settings.flatMap((setting) => ['-c', setting]), ...args],
    {
      ...limits,
      // Windows looks for programs in the working directory first: not in the repository.
      cwd: dirname(process.execPath),
      windowsHide: true,
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', ...env },
    },
  );
  // It may end before it read all: then it says why itself.
  running.child.stdin?.on('error', () => undefined).end(input);
  return (await running).stdout;
}

/**
 * Reads `git blame --incremental` (git-blame(1), INCREMENTAL OUTPUT).
 * @param isShallow whether commits whose parents are not known (`boundary`) may have some: then they prove nothing.
 * @returns each line's commit by its id, and the commits that count.
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
    const begun = /^([0-9a-f]{40,64}) \d+ (\d+) (\d+)$/.exec(line);
    if (begun) {
      id = begun[1]!;
      commit = undefined;
      const first = Number(begun[2]) - 1;
      for (let at = first; at < first + Number(begun[3]); at++) lines[at] = id;
    } else if (line.startsWith('author ')) {
      author = line.slice('author '.length);
    } else if (line.startsWith('author-mail ')) {
      commit = { time: 0, agent: agentNamed(author, line.slice('author-mail <'.length, -1)) };
      // What is not committed has an id of zeros.
      if (/[1-9a-f]/.test(id)) commits.set(id, commit);
    } else if (line.startsWith('committer-time ') && commit) {
      commit.time = Number(line.slice('committer-time '.length));
    } else if (line === 'boundary' && isShallow) {
      commits.delete(id);
    }
  }
  return { commits, lines };
}

/** Reads `git cat-file --batch` of commits: the AI that the message of each names, if any. */
export function readAgents(output: string): Map<string, string> {
  const agents = new Map<string, string>();
  let id = '';
  let inMessage = false;
  for (const line of output.split('\n')) {
    const begun = /^([0-9a-f]{40,64}) commit \d+$/.exec(line);
    if (begun) {
      id = begun[1]!;
      inMessage = false;
    } else if (line === '') inMessage = true;
    else if (inMessage && !agents.has(id)) {
      const agent = agentInTrailer(line);
      if (agent !== null) agents.set(id, agent);
    }
  }
  return agents;
}
