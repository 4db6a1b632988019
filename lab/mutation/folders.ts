/** What is changed in a folder of `src`, and which tests are to notice. */
export interface MutatedFolder {
  /** Globs of sources. */
  mutate: string[];
  /** Globs of test files, in the order that they run in: those that find a fault soonest come first. */
  tests: string[];
  /** Only tests whose title matches run; all when left out. */
  titles?: RegExp;
}

/**
 * Left out are the suites that throw megabytes or thousands of made-up documents at the sources, or many disguises at
 * the shipped model: each mutant would take minutes. A mutant that only they would notice counts as survived, so `npm test` notices more than the score says.
 */
export const mutatedFolders: Record<string, MutatedFolder> = {
  detector: {
    mutate: ['src/detector/**/*.ts'],
    tests: ['test/unit/detector/**/!(attacks|redetect).test.ts', 'test/unit/detector/redetect.test.ts'],
  },
  prose: {
    mutate: ['src/prose/**/*.ts'],
    tests: ['test/unit/prose/**/!(hostile|anyDocument|offsets).test.ts'],
    // All sources of ours through TypeScript’s parser, and large made-up notebooks.
    titles: /^(?!.*(?:TypeScript’s parser|whatever the cells))/,
  },
  service: {
    mutate: ['src/service/**/*.ts'],
    tests: [
      'test/{unit,integration}/service/**/!(hostile).test.ts',
      'test/contract/contract.test.ts',
      'test/contract/stores.test.ts',
    ],
    // Of the contract: over the handler itself, on SQLite in memory. PostgreSQL and sockets would take minutes.
    titles: /^(?!over |the store, )|^over the handler itself, SQLite in memory|^the store, SQLite in memory/,
  },
  client: {
    mutate: ['src/client/**/*.ts'],
    tests: ['test/{unit,integration}/client/**/*.test.ts', 'test/contract/contract.test.ts'],
    titles: /^(?!over )|^over the handler itself, SQLite in memory/,
  },
};
