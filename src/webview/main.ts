import type { FromWebview, PanelState, ToWebview } from '../report/view/messages.ts';
import { renderPanelView } from '../report/view/panelView.ts';
import { panelTheme } from '../report/style/theme.ts';
import { viewStyle } from '../report/style/view.ts';
import { ReportReader } from './reader.ts';

/** What VS Code hands to a webview's script. */
interface EditorApi {
  postMessage(message: FromWebview): void;
  getState(): PanelState | undefined;
  setState(state: PanelState): void;
}
declare function acquireVsCodeApi(): EditorApi;

const editor = acquireVsCodeApi();
const root = document.getElementById('report');
const status = document.getElementById('status');
if (!root || !status) throw new Error('The panel has no elements with the ids "report" and "status".');

// Not in the page that the editor builds: the extension would have to read it at every start.
const style = new CSSStyleSheet();
style.replaceSync(panelTheme + viewStyle);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

/** What the panel shows and where its reader is; kept by VS Code while the panel is hidden, and over a reload. */
let state = editor.getState();

const reader = new ReportReader(root, {
  reveal: ({ start, end }) => {
    editor.postMessage({ kind: 'reveal', start, end });
  },
  act: (action) => {
    editor.postMessage({ kind: 'action', action });
  },
  announce: (words) => {
    status.textContent = words;
  },
  keep: (place) => {
    if (state) editor.setState((state = { ...state, ...place }));
  },
});

window.addEventListener('message', ({ data: { report, view } }: MessageEvent<ToWebview>) => {
  const isSame = state?.report.service === report.service && state.report.id === report.id;
  const { filter, top } = isSame && state ? state : { filter: 'all' as const, top: 0 };
  editor.setState((state = { report, filter, top }));
  reader.show(renderPanelView(view), { filter, top });
});
editor.postMessage({ kind: 'ready' });
