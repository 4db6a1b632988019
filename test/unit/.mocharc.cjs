const { availableParallelism } = require('node:os');

/** Unit tests share nothing, so they run side by side; each file is loaded by one of these processes. */
module.exports = {
  spec: 'test/unit/**/*.test.ts',
  // For a test that hangs: pure code takes at most a second, and on a busy machine ten.
  timeout: 60_000,
  forbidOnly: true,
  parallel: true,
  jobs: availableParallelism(),
  require: require.resolve('./pure.ts'),
};
