import { Baseline, readBaseline } from './baseline.ts';
import { Configuration, findConfiguration, type Config, type ReadFile } from './config.ts';
import type { ProseRules } from './judged.ts';

/** The severity of a finding. */
export type Severity = NonNullable<Config['severity']>;

/** A folder's rules for scans: which files are scanned, what is judged, and how severe findings are. */
export class Rules {
  readonly configuration: Configuration;
  readonly baseline: Baseline;

  constructor(configuration = new Configuration(), baseline = new Baseline()) {
    this.configuration = configuration;
    this.baseline = baseline;
  }

  /** The rules for the prose of its documents. */
  get prose(): ProseRules {
    const { quotes } = this.configuration.config;
    return { humanPassages: this.baseline.humanPassages, scoreQuotes: quotes === 'score' };
  }

  /** The folder's severity of findings, which overrides the user's setting; `undefined` if not set. */
  get severity(): Severity | undefined {
    return this.configuration.config.severity;
  }

  /** The path of the rule file that excludes a file. @param path absolute, with `/` as separator. */
  excludedBy(path: string): string | undefined {
    return this.configuration.excludedBy(path);
  }
}

/**
 * Reads the rules of a folder.
 * @param folder absolute, with `/` as separator.
 * @param isRoot whether a folder is the root of a repository, where the search ends.
 * @throws ConfigError when a rule file is invalid, and the errors of `read`.
 */
export async function readRules(
  folder: string,
  read: ReadFile,
  isRoot: (folder: string) => Promise<boolean>,
): Promise<Rules> {
  const configuration = await findConfiguration(folder, read, isRoot);
  return new Rules(configuration, await readBaseline(configuration.baseline, read));
}
