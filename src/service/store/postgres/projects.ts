import { foldCase } from '../foldCase.ts';
import { deleteReports, lockAccount } from './delete.ts';
import { findSlice, type PostgresPool } from './pool.ts';
import { toProject } from '../rows.ts';
import { orderBy } from '../slice.ts';
import type { ProjectStore } from '../store.ts';

export function postgresProjects(pool: PostgresPool): ProjectStore {
  return {
    listProjects: (account, { search, sortBy, ...list }) => {
      const key = sortBy === 'project' ? 'folded' : 'id';
      const columns = `id, project, reports, ${key} AS sort_key`;
      const query = { columns, order: orderBy(key), ...list };
      if (search === null) {
        return findSlice(
          pool,
          {
            ...query,
            source: 'inkling.projects WHERE account = $1',
            total: 'SELECT projects AS total FROM inkling.accounts WHERE account = $1',
            values: [account],
          },
          toProject,
        );
      }
      const source = 'inkling.projects WHERE account = $1 AND strpos(folded, $2) > 0';
      return findSlice(
        pool,
        {
          ...query,
          source,
          total: `SELECT count(*) AS total FROM ${source}`,
          values: [account, foldCase(search)],
        },
        toProject,
      );
    },

    deleteProject: (account, project) =>
      pool.transaction(async (queries) => {
        await lockAccount(queries, account);
        const [row] = await queries.find(
          'SELECT 1 FROM inkling.projects WHERE account = $1 AND project = $2',
          account,
          project,
        );
        if (row === undefined) return false;
        const { reports, bytes } = await deleteReports(queries, 'AND project = $2', account, project);
        await queries.write(
          'DELETE FROM inkling.projects WHERE account = $1 AND project = $2',
          account,
          project,
        );
        await queries.write(
          'UPDATE inkling.accounts SET projects = projects - 1, reports = reports - $2, bytes = bytes - $3 WHERE account = $1',
          account,
          reports,
          bytes,
        );
        return true;
      }),
  };
}
