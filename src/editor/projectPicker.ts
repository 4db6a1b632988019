import * as vscode from 'vscode';
import type { ProjectListQuery } from '../api/lists.ts';
import type { Client, ListedProject, ListPage } from '../client/client.ts';
import { isCancelled } from './progress.ts';

/** How long typing must pause before the service is asked, in milliseconds. */
const typingPause = 150;

export interface ProjectPick extends vscode.QuickPickItem {
  /** `null` for none, or for all: as its label says. */
  project: string | null;
}

interface PickerParts {
  title: string;
  placeholder: string;
  ignoreFocusOut?: boolean;
  /** What can be picked for a text before the service has answered; nothing by default. */
  atOnce?: (typed: string) => ProjectPick[];
  /** What can be picked for it then, and which of that is active. */
  find: (typed: string, signal: AbortSignal) => Promise<{ picks: ProjectPick[]; active?: ProjectPick }>;
  /** May throw what failed, which closes the list. */
  onFailure: (error: unknown) => void;
}

/**
 * Lets the user pick among projects that the service finds as they type, so that it works with any number of them.
 * @returns `undefined` when they changed their mind.
 * @throws what `onFailure` does.
 */
export function pickProject(parts: PickerParts): Promise<ProjectPick | undefined> {
  const { atOnce, find, onFailure, ...look } = parts;
  const picker = Object.assign(vscode.window.createQuickPick<ProjectPick>(), look);
  let reading = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  /** Whether what can be picked is for what was typed last. */
  let isListed = false;
  /** Enter was pressed before it was: then the best of what will be found counts. */
  let takeBest = false;

  return new Promise<ProjectPick | undefined>((resolve, reject) => {
    const read = async (typed: string): Promise<void> => {
      clearTimeout(timer);
      reading.abort();
      const { signal } = (reading = new AbortController());
      picker.busy = true;
      try {
        const { picks, active } = await find(typed, signal);
        signal.throwIfAborted();
        picker.items = picks;
        // Without a word VS Code makes the first one active; with none active, Enter would do nothing.
        if (active) picker.activeItems = [active];
        isListed = true;
        const best = active ?? picks[0];
        if (takeBest && best) resolve(best);
        takeBest = false;
      } catch (error) {
        if (!isCancelled(error)) onFailure(error);
      } finally {
        if (!signal.aborted) picker.busy = false;
      }
    };
    const start = (typed: string): void => {
      read(typed).catch(reject);
    };
    const list = (typed: string): void => {
      isListed = atOnce !== undefined;
      if (atOnce) picker.items = atOnce(typed);
    };
    picker.onDidChangeValue((value) => {
      const typed = value.trim();
      takeBest = false;
      reading.abort();
      clearTimeout(timer);
      list(typed);
      timer = setTimeout(start, typingPause, typed);
    });
    picker.onDidAccept(() => {
      const typed = picker.value.trim();
      if (isListed || typed === '') {
        const [picked] = picker.selectedItems;
        if (picked) resolve(picked);
      } else {
        takeBest = true;
        start(typed);
      }
    });
    picker.onDidHide(() => {
      resolve(undefined);
    });
    list('');
    picker.show();
    start('');
  }).finally(() => {
    clearTimeout(timer);
    reading.abort();
    picker.dispose();
  });
}

/**
 * A hundred of the projects whose names hold a text.
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
