/** The words of the two list operations (contract sections 4.2 and 4.5), and the page they answer. */

export const pageSizes = [10, 25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

export const directions = ['desc', 'asc'] as const;
export type Direction = (typeof directions)[number];

export const reportSortKeys = ['id', 'generated_at'] as const;
export type ReportSortKey = (typeof reportSortKeys)[number];

export const projectSortKeys = ['created_at', 'project'] as const;
export type ProjectSortKey = (typeof projectSortKeys)[number];

interface ListQuery<SortKey> {
  sort_by?: SortKey;
  sort?: Direction;
  per_page?: PageSize;
  /** From 1. Not together with `cursor`. */
  page?: number;
  /** Opaque, as `links.next` and `links.prev` carry it. */
  cursor?: string;
}

export interface ReportListQuery extends ListQuery<ReportSortKey> {
  /** Only reports of this project, compared exactly. */
  project?: string;
}

export interface ProjectListQuery extends ListQuery<ProjectSortKey> {
  /** A case-insensitive substring of the name. */
  search?: string;
  search_by?: 'project';
}

/** The envelope of a list. An absent link is `null`. */
export interface Page<Item> {
  data: Item[];
  links: { first: string | null; last: string | null; prev: string | null; next: string | null };
  meta: {
    current_page: number | null;
    from: number | null;
    to: number | null;
    last_page: number;
    per_page: number;
    path: string;
    total: number;
  };
}
