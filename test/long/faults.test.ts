import { defineRounds } from '../../lab/faults/defineRounds.ts';
import { faults } from '../../lab/faults/faults.ts';

// What `npm run faults` plays for longer; other moments each time.
defineRounds(
  faults.filter(({ isQuick }) => isQuick),
  1,
  String(Date.now() % 1_000_000),
);
