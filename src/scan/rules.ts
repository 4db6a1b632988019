import { Baseline, readBaseline } from './baseline.ts';
import { Configuration, findConfiguration, type Config, type ReadFile } from './config.ts';
import type { ProseRules } from './judged.ts';

/** How grave a finding is. */
export type Severity = NonNullable<Config['severity']>;

/** What a folder says of scans of its files: whether a file may be scanned, what of it is judged, how grave that is. */
export class Rules {
  readonly configuration: Configuration;
  readonly baseline: Baseline;

  constructor(configuration = new Configuration(), baseline = new Baseline()) {
    this.configuration = configuration;
    this.baseline = baseline;
  }

  /** What of the prose in its documents is judged. */
  get prose(): ProseRules {
    return { kept: this.baseline.kept, scoreQuotes: this.configuration.config.quotes === 'score' };
  }

  /** How grave findings are in this folder, whatever a user set; `undefined` where it says nothing of that. */
  get severity(): Severity | undefined {
    return this.configuration.config.severity;
  }

  /** The path of the file that says that this one is never scanned. @param path absolute, with `/` between. */
  excludedBy(path: string): string | undefined {
    return this.configuration.excludedBy(path);
  }
}

/**
 * The rules of a folder.
 * @param folder absolute, with `/` between.
 * @param isRoot whether a folder is the root of a repository, so that what lies above it is another's.
 * @throws ConfigError when a file says what it may not; what `read` throws.
 */
export async function readRules(
  folder: string,
  read: ReadFile,
  isRoot: (folder: string) => Promise<boolean>,
): Promise<Rules> {
  const configuration = await findConfiguration(folder, read, isRoot);
  return new Rules(configuration, await readBaseline(configuration.baseline, read));
}
