/** Loaded before `inkling serve` (node --import): SIGUSR2 moves the clock to the next of the given hours. */
const hours = (process.env['FAULTS_CLOCK_HOURS'] ?? '').split(',').map(Number);
const trueNow = Date.now;
let shift = 0;
Date.now = () => trueNow() + shift;
process.on('SIGUSR2', () => {
  shift = (hours.shift() ?? 0) * 3_600_000;
});
