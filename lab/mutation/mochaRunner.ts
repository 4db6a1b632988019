/**
 * Runs mocha for Stryker. Stryker's own runner (10.0) uses internal files that mocha 12 renamed; this one uses only
 * mocha's public API.
 */
import { globSync } from 'node:fs';
import {
  INSTRUMENTER_CONSTANTS,
  type InstrumenterContext,
  type StrykerOptions,
} from '@stryker-mutator/api/core';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  MutantRunStatus,
  TestStatus,
  toMutantRunResult,
  type DryRunOptions,
  type DryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
} from '@stryker-mutator/api/test-runner';
import fc from 'fast-check';
import Mocha from 'mocha';
import { mutatedFolders, type MutatedFolder } from './folders.ts';

/** Stryker's options with one of ours: a key of `mutatedFolders`. */
interface Options extends StrykerOptions {
  mutatedFolder: string;
}

/** Declares the option to Stryker, which would otherwise warn about it. */
export const strykerValidationSchema = { properties: { mutatedFolder: { type: 'string' } } };

/** The mutated sources read the active mutant from it, and record the mutants they reach. */
const instrumented = ((globalThis as Record<string, unknown>)[INSTRUMENTER_CONSTANTS.NAMESPACE] ??=
  {}) as InstrumenterContext;

class MochaRunner implements TestRunner {
  static inject = tokens(commonTokens.options);
  private readonly folder: MutatedFolder;
  private readonly mocha = new Mocha({ timeout: 0, reporter: Mocha.reporters.Base });
  private loaded = false;

  constructor(options: StrykerOptions) {
    this.folder = mutatedFolders[(options as Options).mutatedFolder]!;
    // Thousands of mutants each run their tests. So properties get fewer examples, always the same (what survives
    // today survives tomorrow), and failures are not simplified.
    fc.configureGlobal({ numRuns: 8, seed: 1, endOnFailure: true });
    this.mocha.cleanReferencesAfterRun(false);
    for (const file of this.folder.tests.flatMap((glob) => globSync(glob).sort())) this.mocha.addFile(file);
  }

  /** A process imports a module only once, so Stryker starts another for code that runs while modules load. */
  capabilities(): { reloadEnvironment: boolean } {
    return { reloadEnvironment: false };
  }

  private async load(): Promise<void> {
    if (this.loaded) return;
    await this.mocha.loadFilesAsync();
    if (this.folder.titles) leaveOut(this.mocha.suite, this.folder.titles);
    this.loaded = true;
  }

  async dryRun({ disableBail }: DryRunOptions): Promise<DryRunResult> {
    // Code that runs between tests, as in `before`, belongs to no test, so any of them can notice it.
    this.mocha.suite.beforeEach(function () {
      instrumented.currentTestId = this.currentTest!.fullTitle();
    });
    this.mocha.suite.afterEach(() => {
      delete instrumented.currentTestId;
    });
    await this.load();
    const result = await this.run(disableBail);
    const { mutantCoverage } = instrumented;
    return result.status === DryRunStatus.Complete && mutantCoverage ? { ...result, mutantCoverage } : result;
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, testFilter, hitLimit, mutantActivation, disableBail } = options;
    if (hitLimit === undefined) delete instrumented.hitLimit;
    else instrumented.hitLimit = hitLimit;
    instrumented.hitCount = 0;
    if (mutantActivation === 'static') instrumented.activeMutant = activeMutant.id;
    else delete instrumented.activeMutant;
    try {
      await this.load();
    } catch (error) {
      return { status: MutantRunStatus.Error, errorMessage: String(error) };
    }
    instrumented.activeMutant = activeMutant.id;
    return toMutantRunResult(await this.run(disableBail, testFilter));
  }

  /** Runs the tests with these titles; without `titles`, all. */
  private async run(disableBail: boolean, titles?: string[]): Promise<DryRunResult> {
    this.mocha.grep(titles ? oneOf(titles) : /^/);
    stopAtFirstFailure(this.mocha.suite, !disableBail);
    const tests = await this.results();
    return (
      determineHitLimitReached(instrumented.hitCount, instrumented.hitLimit) ?? {
        status: DryRunStatus.Complete,
        tests,
      }
    );
  }

  private async results(): Promise<TestResult[]> {
    const tests: TestResult[] = [];
    let last = performance.now();
    const resultOf = (test: Mocha.Runnable) => {
      const now = performance.now();
      const timeSpentMs = now - last;
      last = now;
      const title = test.ctx?.currentTest?.fullTitle() ?? test.fullTitle();
      return { id: title, name: title, timeSpentMs, ...(test.file !== undefined && { fileName: test.file }) };
    };
    await new Promise<void>((resolve) => {
      const runner = this.mocha.run(() => {
        resolve();
      });
      runner.on('pass', (test) => {
        tests.push({ ...resultOf(test), status: TestStatus.Success });
      });
      runner.on('fail', (test, error: unknown) => {
        const failureMessage = error instanceof Error ? error.message : String(error);
        tests.push({ ...resultOf(test), status: TestStatus.Failed, failureMessage });
      });
    });
    return tests;
  }
}

/** A pattern for these titles. Mocha tests it for every test in every suite, so a long alternation would be slow. */
function oneOf(titles: string[]): RegExp {
  const wanted = new Set(titles);
  return Object.assign(/^/, { test: (title: string) => wanted.has(title) });
}

/** Removes tests with other titles. Filtering the contract's thousands again would take half a second per mutant. */
function leaveOut(suite: Mocha.Suite, titles: RegExp): void {
  suite.tests = suite.tests.filter((test) => titles.test(test.fullTitle()));
  for (const child of suite.suites) leaveOut(child, titles);
  suite.suites = suite.suites.filter((child) => child.total() > 0);
}

function stopAtFirstFailure(suite: Mocha.Suite, stop: boolean): void {
  suite.bail(stop);
  for (const child of suite.suites) stopAtFirstFailure(child, stop);
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'inkling-mocha', MochaRunner)];
