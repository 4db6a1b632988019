import type { Queries } from './pool.ts';

/** How many reports are deleted with one statement, so that none runs into its time limit. */
const deletedAtOnce = 10_000;

/** So that no other write to the account comes between the statements of a transaction. */
export async function lockAccount(queries: Queries, account: string): Promise<void> {
  await queries.find('SELECT 1 FROM inkling.accounts WHERE account = $1 FOR NO KEY UPDATE', account);
}

/** Deletes the account's reports, those that the condition leaves. @returns how many there were, and their bytes. */
export async function deleteReports(
  queries: Queries,
  condition: string,
  ...values: string[]
): Promise<{ reports: number; bytes: number }> {
  const deleted = { reports: 0, bytes: 0 };
  for (;;) {
    const gone = await queries.find(
      `DELETE FROM inkling.reports WHERE account = $1 AND id = ANY (ARRAY(
         SELECT id FROM inkling.reports WHERE account = $1 ${condition} LIMIT ${deletedAtOnce}
       )) RETURNING id, octet_length(content) AS bytes`,
      ...values,
    );
    if (gone.length === 0) return deleted;
    deleted.reports += gone.length;
    for (const { bytes } of gone) deleted.bytes += Number(bytes);
    const ids = gone.map(({ id }) => String(id));
    await queries.write('DELETE FROM inkling.report_owners WHERE id = ANY ($1)', ids);
  }
}
