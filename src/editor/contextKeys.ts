import * as vscode from 'vscode';

/** State of a list as its welcome content needs it; unset while the first page is being read. */
export type ListState = 'empty' | 'filled' | 'failed';

/** Every `when` key of the manifest that this extension sets. */
export interface ContextKeys {
  /** The extension runs in a page: what needs a program or a disk is not offered. */
  'inkling.inBrowser': boolean;
  'inkling.hasMarks': boolean;
  /** Several files were scanned together in this window. */
  'inkling.hasLastScan': boolean;
  'inkling.reportsState': ListState | undefined;
  'inkling.projectsState': ListState | undefined;
  /** Whether the lists are filtered by a project, or by names that were searched for. */
  'inkling.reportsFiltered': boolean;
  'inkling.projectsSearched': boolean;
  /** The active tab is that of a report whose place the next one takes. */
  'inkling.reportIsPreview': boolean;
  /** Whether the lists go on after and before the page that is shown. */
  'inkling.reportsHaveNext': boolean;
  'inkling.reportsHavePrevious': boolean;
  'inkling.projectsHaveNext': boolean;
  'inkling.projectsHavePrevious': boolean;
  /** A remote service is selected: texts leave this machine. */
  'inkling.remote': boolean;
  /** A remote service is selected, and there is no key for it or it refuses the key. */
  'inkling.signedOut': boolean;
  /** A remote service is selected, and the last exchange with it brought no answer. */
  'inkling.unreachable': boolean;
}

export function setContextKey<Key extends keyof ContextKeys>(key: Key, value: ContextKeys[Key]): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
