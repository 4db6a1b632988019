/** The mutated sources of a folder of `src`, and the tests that should notice. */
export interface MutatedFolder {
  /** Globs of sources. */
  mutate: string[];
  /** Globs of test files in running order: those that find a fault soonest come first. */
  tests: string[];
  /** Runs only tests whose title matches; all by default. */
  titles?: RegExp;
}

/**
 * Excludes suites with megabytes or thousands of generated documents, or many disguises on the shipped model, because
 * each mutant would take minutes. A mutant that only they would notice counts as survived, so `npm test` notices more
 * than the score shows.
 */
export const mutatedFolders: Record<string, MutatedFolder> = {
  detector: {
    mutate: ['src/detector/**/*.ts'],
    tests: ['test/unit/detector/**/!(attacks|redetect).test.ts', 'test/unit/detector/redetect.test.ts'],
  },
  prose: {
    mutate: ['src/prose/**/*.ts'],
    tests: ['test/unit/prose/**/!(hostile|anyDocument|offsets).test.ts'],
    // Excludes TypeScript’s parser on all our sources, and large generated notebooks.
    titles: /^(?!.*(?:TypeScript’s parser|whatever the cells))/,
  },
  service: {
    mutate: ['src/service/**/*.ts'],
    tests: [
      'test/{unit,integration}/service/**/!(hostile).test.ts',
      'test/contract/contract.test.ts',
      'test/contract/stores.test.ts',
    ],
    // Of the contract, only the handler itself on SQLite in memory: PostgreSQL and sockets would take minutes.
    titles: /^(?!over |the store, )|^over the handler itself, SQLite in memory|^the store, SQLite in memory/,
  },
  client: {
    mutate: ['src/client/**/*.ts'],
    tests: ['test/{unit,integration}/client/**/*.test.ts', 'test/contract/contract.test.ts'],
    titles: /^(?!over )|^over the handler itself, SQLite in memory/,
  },
};
