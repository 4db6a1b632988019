import {
  parsePanelState,
  parseToWebview,
  type FromWebview,
  type PanelState,
  type ToWebview,
} from '../report/view/messages.ts';
import { panelTheme, viewStyle } from '../report/view/style.ts';
import { ReportReader } from './reader.ts';
import { renderPanelView } from './renderPanelView.ts';

/** What VS Code hands to a webview's script. */
interface EditorApi {
  postMessage(message: FromWebview): void;
  getState(): unknown;
  setState(state: PanelState): void;
}
declare function acquireVsCodeApi(): EditorApi;

const editor = acquireVsCodeApi();
const root = document.getElementById('report');
const heard = document.getElementById('heard');
if (!root || !heard) throw new Error('The panel has no elements with the ids "report" and "heard".');

// Not in the page that the editor builds: the extension would have to read it at every start.
const style = new CSSStyleSheet();
style.replaceSync(panelTheme + viewStyle);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

/** What the panel shows and where its reader is; kept by VS Code while the panel is hidden, and over a reload. */
let state = parsePanelState(editor.getState());

const reader = new ReportReader(root, {
  reveal: ({ start, end }) => {
    editor.postMessage({ kind: 'reveal', start, end });
  },
  act: (action) => {
    editor.postMessage({ kind: 'action', action });
  },
  say: (words) => {
    heard.textContent = words;
  },
  keep: (place) => {
    if (state) editor.setState((state = { ...state, ...place }));
  },
});

window.addEventListener('message', ({ data }) => {
  const message = parseToWebview(data);
  if (message) obey(message);
});
editor.postMessage({ kind: 'ready' });

function obey(message: ToWebview): void {
  switch (message.kind) {
    case 'show': {
      const { report, view } = message;
      const isSame = state?.report.service === report.service && state.report.id === report.id;
      const { filter, top } = isSame && state ? state : { filter: 'all' as const, top: 0 };
      editor.setState((state = { report, filter, top }));
      reader.show(renderPanelView(view), { filter, top });
      return;
    }
    case 'select':
      reader.select(message.start);
      return;
  }
}
