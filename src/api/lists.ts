import * as v from 'valibot';
import { count, described, type Verdict } from './report.ts';

/**
 * The parameters of the two list operations (docs/api.md), and their response. For reports, our service also has
 * `verdict` and sorting by `score`, which other services may ignore or reject.
 */

export const pageSizes = [10, 25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

export const directions = ['desc', 'asc'] as const;
export type Direction = (typeof directions)[number];

export const reportSortKeys = ['id', 'generated_at', 'score'] as const;
export type ReportSortKey = (typeof reportSortKeys)[number];

export const projectSortKeys = ['created_at', 'project'] as const;
export type ProjectSortKey = (typeof projectSortKeys)[number];

interface ListQuery<SortKey> {
  sort_by?: SortKey;
  sort?: Direction;
  per_page?: PageSize;
  /** From 1. Can't be combined with `cursor`. */
  page?: number;
  /** Opaque: the value in `links.next` or `links.prev`. */
  cursor?: string;
}

export interface ReportListQuery extends ListQuery<ReportSortKey> {
  /** Only reports of this project, compared exactly. */
  project?: string;
  /** Only reports with this verdict. */
  verdict?: Verdict;
}

export interface ProjectListQuery extends ListQuery<ProjectSortKey> {
  /** A case-insensitive substring of the name. */
  search?: string;
  search_by?: 'project';
}

const link = (description: string) => v.nullable(described(v.string(), description, { format: 'uri' }));

/** Links to other pages of a list, with the request's other query parameters; `null` if there is no such page. */
export const PageLinks = v.object({
  first: link('The first page.'),
  last: link('The last page.'),
  prev: link('The address of the previous page, with a cursor.'),
  next: link('The address of the next page, with a cursor.'),
});

export const PageMeta = v.object({
  current_page: v.nullable(count('The page number; `null` for a page read by cursor.')),
  from: v.nullable(
    count(
      'The number of the page’s first item in the list; `null` if the page is empty or was read by cursor.',
    ),
  ),
  to: v.nullable(
    count(
      'The number of the page’s last item in the list; `null` if the page is empty or was read by cursor.',
    ),
  ),
  last_page: count('The number of the last page.'),
  per_page: count('Maximum number of items per page.'),
  path: described(v.string(), 'The list’s address without a query.', { format: 'uri' }),
  total: count('Number of items in the whole list.'),
  damaged: v.optional(
    count('Number of items omitted from this page because they are damaged; absent if none.'),
  ),
});

/** The envelope of a list. */
export interface Page<Item> {
  data: Item[];
  links: v.InferOutput<typeof PageLinks>;
  meta: v.InferOutput<typeof PageMeta>;
}
