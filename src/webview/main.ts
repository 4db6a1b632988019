import { parseToWebview, type FromWebview, type PanelState, type ToWebview } from '../report/messages.ts';
import { ReportReader } from './reader.ts';

/** What VS Code hands to a webview's script. */
interface EditorApi {
  postMessage(message: FromWebview): void;
  setState(state: PanelState): void;
}
declare function acquireVsCodeApi(): EditorApi;

const editor = acquireVsCodeApi();
const root = document.getElementById('report');
if (!root) throw new Error('The panel has no element with the id "report".');

const reader = new ReportReader(root, {
  reveal: ({ start, end }) => {
    editor.postMessage({ kind: 'reveal', start, end });
  },
  act: (action) => {
    editor.postMessage({ kind: 'action', action });
  },
});

window.addEventListener('message', ({ data }) => {
  const message = parseToWebview(data);
  if (message) obey(message);
});
editor.postMessage({ kind: 'ready' });

function obey(message: ToWebview): void {
  switch (message.kind) {
    case 'show':
      editor.setState({ reportId: message.reportId });
      reader.show(message.html);
      return;
    case 'select':
      reader.select(message.start);
      return;
  }
}
