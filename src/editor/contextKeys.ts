import * as vscode from 'vscode';

/** The state of a list, which selects its welcome content; unset while the first page is being read. */
export type ListState = 'empty' | 'filled' | 'failed';

/** The `when` keys of the manifest that this extension sets. */
export interface ContextKeys {
  /** Whether the extension runs in a web page. Features that need programs or a disk are hidden there. */
  'inkling.inBrowser': boolean;
  'inkling.hasMarks': boolean;
  /** Whether several files were scanned together in this window. */
  'inkling.hasLastScan': boolean;
  'inkling.reportsState': ListState | undefined;
  'inkling.projectsState': ListState | undefined;
  /** Whether the list of reports is filtered, or the list of projects searched by name. */
  'inkling.reportsFiltered': boolean;
  'inkling.projectsFiltered': boolean;
  /** Whether the active tab is the preview: the report that the next one replaces. */
  'inkling.reportIsPreview': boolean;
  /** Whether a list has a page after or before the shown one. */
  'inkling.reportsHaveNext': boolean;
  'inkling.reportsHavePrevious': boolean;
  'inkling.projectsHaveNext': boolean;
  'inkling.projectsHavePrevious': boolean;
  /** Whether a remote service is selected, so that texts leave this machine. */
  'inkling.remote': boolean;
  /** Whether the selected remote service's key is missing or rejected. */
  'inkling.signedOut': boolean;
  /** Whether the selected remote service did not answer the last request. */
  'inkling.unreachable': boolean;
}

export function setContextKey<Key extends keyof ContextKeys>(key: Key, value: ContextKeys[Key]): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
