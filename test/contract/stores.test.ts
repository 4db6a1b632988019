import { openPostgresStore } from '../../src/service/store/postgres/postgres.ts';
import { openSqliteStore } from '../../src/service/store/sqlite/sqlite.ts';
import type { Store } from '../../src/service/store/store.ts';
import { accountsSuite } from './suites/store/accounts.ts';
import { keysSuite } from './suites/store/keys.ts';
import { quotasSuite, suiteQuotas } from './suites/store/quotas.ts';
import { listsSuite } from './suites/store/lists.ts';
import { reportsSuite } from './suites/store/reports.ts';
import { sessionsSuite } from './suites/store/sessions.ts';
import { newAccount } from './support/samples.ts';
import { startTimeout } from './support/postgres.ts';
import { stores, type StoreSubject } from './support/stores.ts';

/** What every store keeps to, below the service. */
const suites: [name: string, suite: (subject: () => StoreSubject) => void][] = [
  ['accounts', accountsSuite],
  ['keys', keysSuite],
  ['sessions', sessionsSuite],
  ['a report', reportsSuite],
  ['lists', listsSuite],
];

for (const [name, addressOf] of Object.entries(stores)) {
  describe(`the store, ${name}`, () => {
    const clock = { now: 1_000_000 };
    let store: Store;
    let limited: Store;
    let account: string;

    before(async function () {
      this.timeout(startTimeout);
      const address = await addressOf();
      const open = address.startsWith('postgres:') ? openPostgresStore : openSqliteStore;
      store = await open(address, () => clock.now);
      limited = await open(address, () => clock.now, suiteQuotas);
    });
    beforeEach(async () => {
      account = await newAccount(store);
    });
    after(async () => {
      await store.close();
      await limited.close();
    });

    it('answers when asked whether it works', () => store.ping());

    describe('quotas', () => {
      quotasSuite(() => limited);
    });

    for (const [subject, suite] of suites) {
      describe(subject, () => {
        suite(() => ({ store, account, clock }));
      });
    }
  });
}
