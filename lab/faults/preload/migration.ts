/** Loaded before `inkling serve` (node --import): kills the process before the given statement of its migrations. */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

let left = Number(process.env['FAULTS_STATEMENTS']);

/** Statements that change a database's schema or record its version. */
const shaping = /^\s*(CREATE|INSERT INTO inkling\.migrations|PRAGMA (application_id|user_version) =)/i;

function count(statement: string): void {
  if (shaping.test(statement.replace(/^\s*--.*$/gm, '')) && left-- === 0)
    process.kill(process.pid, 'SIGKILL');
}

// oxlint-disable-next-line typescript/unbound-method -- it is called on its database
const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (sql) {
  // Splits between statements, not inside a trigger.
  for (const statement of sql.split(/;(?=\s*(?:--.*\s+)*(?:CREATE|PRAGMA|COMMIT)\b)/i)) {
    if (statement.trim() === '') continue;
    count(statement);
    exec.call(this, statement);
  }
};

// oxlint-disable-next-line typescript/unbound-method -- it is called on its client
const query = pg.Client.prototype.query as (...parts: unknown[]) => unknown;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...parts: unknown[]): unknown {
    const [asked] = parts;
    const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | undefined)?.text;
    if (typeof text === 'string') count(text);
    return query.apply(this, parts);
  },
});
