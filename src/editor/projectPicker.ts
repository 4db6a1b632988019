import type { ProjectListQuery } from '../api/lists.ts';
import type { Client, ListedProject, ListPage } from '../client/client.ts';

/** How long typing must pause before the service is asked, in milliseconds. */
export const typingPause = 150;

/**
 * A hundred of the projects whose names hold a text, found by the service, so that it works with any number of them.
 * @param search a part of the names; empty for all projects.
 * @param cursor of the page before, `null` for the first.
 * @throws ApiError when projects can't be read.
 */
export function searchProjects(
  client: Client,
  search: string,
  order: Required<Pick<ProjectListQuery, 'sort_by' | 'sort'>>,
  { cursor, signal }: { cursor: string | null; signal: AbortSignal },
): Promise<ListPage<ListedProject>> {
  const query = {
    ...order,
    per_page: 100,
    ...(search !== '' && { search, search_by: 'project' as const }),
    ...(cursor !== null && { cursor }),
  } as const;
  return client.listProjects(query, { signal });
}
