import { foldCase } from '../foldCase.ts';
import { toProject } from '../rows.ts';
import { orderBy } from '../slice.ts';
import type { SqliteDeletion } from './delete.ts';
import { read, type SqliteQueries } from './queries.ts';
import type { ProjectStore } from '../store.ts';

export function sqliteProjects(queries: SqliteQueries, deletion: SqliteDeletion): ProjectStore {
  return {
    listProjects: (account, { search, sortBy, ...list }) =>
      read(() => {
        const key = sortBy === 'project' ? 'folded' : 'id';
        const columns = `id, project, reports, ${key} AS sort_key`;
        const query = { columns, order: orderBy(key), ...list };
        if (search === null) {
          return queries.slice(
            {
              ...query,
              source: 'projects WHERE account = ?1 AND deleting = 0',
              total: 'SELECT projects AS total FROM accounts WHERE id = ?1',
              values: [account],
            },
            toProject,
          );
        }
        const source = 'projects WHERE account = ?1 AND deleting = 0 AND instr(folded, ?2) > 0';
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

    deleteProject: (account, project) => deletion.deleteProject(account, project),
  };
}
