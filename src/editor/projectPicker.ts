import * as vscode from 'vscode';
import type { ProjectListQuery } from '../api/lists.ts';
import type { Client, ListedProject, ListPage } from '../client/client.ts';
import { sleep } from '../threads/sleep.ts';
import { isCancelled } from './progress.ts';

/** Milliseconds without typing before the service is queried. */
const typingPause = 150;

export interface ProjectPick extends vscode.QuickPickItem {
  /** `null` for no project or for all projects, depending on the label. */
  project: string | null;
}

interface PickerParts {
  title: string;
  placeholder: string;
  ignoreFocusOut?: boolean;
  /** The picks for the typed text before the service answers; none by default. */
  localPicks?: (typed: string) => ProjectPick[];
  /** The service's picks for the typed text, and which one is active. */
  find: (typed: string, signal: AbortSignal) => Promise<{ picks: ProjectPick[]; active?: ProjectPick }>;
  /** Called when the search fails. If it throws, the list closes. */
  onFailure: (error: unknown) => void;
}

/**
 * Lets the user pick a project. The service searches as the user types, so any number of projects works.
 * @returns `undefined` when the user cancels.
 * @throws what `onFailure` throws.
 */
export function pickProject(parts: PickerParts): Promise<ProjectPick | undefined> {
  const { localPicks, find, onFailure, ...look } = parts;
  const picker = Object.assign(vscode.window.createQuickPick<ProjectPick>(), look);
  let reading = new AbortController();
  /** Whether the picks match the typed text. */
  let isListed = false;
  /** Whether Enter was pressed before the picks arrived. The best match is then picked when they do. */
  let pickBestOnArrival = false;

  return new Promise<ProjectPick | undefined>((resolve, reject) => {
    const read = async (typed: string, pause: number): Promise<void> => {
      reading.abort();
      const { signal } = (reading = new AbortController());
      picker.busy = true;
      try {
        if (pause > 0) await sleep(pause, signal);
        const { picks, active } = await find(typed, signal);
        signal.throwIfAborted();
        picker.items = picks;
        // VS Code makes the first pick active only for a typed word; without an active one, Enter does nothing.
        if (active) picker.activeItems = [active];
        isListed = true;
        const best = active ?? picks[0];
        if (pickBestOnArrival && best) resolve(best);
        pickBestOnArrival = false;
      } catch (error) {
        if (!isCancelled(error)) onFailure(error);
      } finally {
        if (!signal.aborted) picker.busy = false;
      }
    };
    const list = (typed: string, pause: number): void => {
      pickBestOnArrival = false;
      isListed = localPicks !== undefined;
      if (localPicks) picker.items = localPicks(typed);
      read(typed, pause).catch(reject);
    };
    picker.onDidChangeValue((value) => {
      list(value.trim(), typingPause);
    });
    picker.onDidAccept(() => {
      const typed = picker.value.trim();
      if (isListed || typed === '') {
        const [picked] = picker.selectedItems;
        if (picked) resolve(picked);
      } else {
        pickBestOnArrival = true;
        read(typed, 0).catch(reject);
      }
    });
    picker.onDidHide(() => {
      resolve(undefined);
    });
    picker.show();
    list('', 0);
  }).finally(() => {
    reading.abort();
    picker.dispose();
  });
}

/**
 * A page of the projects whose names contain a text: a hundred, unless `order` sets another page size.
 * @param search a part of the names; empty for all projects.
 * @param cursor of the previous page, `null` for the first.
 */
export function searchProjects(
  client: Client,
  search: string,
  order: Pick<ProjectListQuery, 'sort_by' | 'sort' | 'per_page'>,
  { cursor, signal }: { cursor: string | null; signal: AbortSignal },
): Promise<ListPage<ListedProject>> {
  const query = {
    per_page: 100,
    ...order,
    ...(search !== '' && { search, search_by: 'project' as const }),
    ...(cursor !== null && { cursor }),
  } as const;
  return client.listProjects(query, { signal });
}
