import { foldCase } from './foldCase.ts';
import { toProject } from './rows.ts';
import { orderBy } from './slice.ts';
import { attempt, type SqliteQueries } from './sqliteQueries.ts';
import type { ProjectStore } from './store.ts';

export function sqliteProjects(queries: SqliteQueries): ProjectStore {
  return {
    listProjects: (account, { search, sortBy, ...list }) =>
      attempt(() => {
        const key = sortBy === 'project' ? 'folded' : 'id';
        const columns = `id, project, reports, ${key} AS sort_key`;
        const query = { columns, order: orderBy(key), ...list };
        if (search === null) {
          return queries.slice(
            {
              ...query,
              source: 'projects WHERE account = ?1',
              total: 'SELECT projects AS total FROM accounts WHERE id = ?1',
              values: [account],
            },
            toProject,
          );
        }
        const source = 'projects WHERE account = ?1 AND instr(folded, ?2) > 0';
        return queries.slice(
          {
            ...query,
            source,
            total: `SELECT count(*) AS total FROM ${source}`,
            values: [account, foldCase(search)],
          },
          toProject,
        );
      }),

    deleteProject: (account, project) =>
      queries.transaction(() => {
        const row = queries.findOne(
          'SELECT reports FROM projects WHERE account = ? AND project = ?',
          account,
          project,
        );
        if (row === undefined) return false;
        // Its reports go with it: the foreign key cascades.
        queries.write('DELETE FROM projects WHERE account = ? AND project = ?', account, project);
        queries.write(
          'UPDATE accounts SET projects = projects - 1, reports = reports - ? WHERE id = ?',
          Number(row['reports']),
          account,
        );
        return true;
      }),
  };
}
