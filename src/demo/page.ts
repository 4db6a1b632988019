import { judgedLanguages, Detection, type Report } from '../api/report.ts';
import { maxTextBytes } from '../api/limits.ts';
import type { WebWorkerStart } from '../api/local.ts';
import { bundledService, startWebWorker } from '../client/bundled.ts';
import { readOne, createCall } from '../client/calls.ts';
import { claimOf } from '../report/model/claim.ts';
import { reportView } from '../report/view/view.ts';
import { english } from '../report/words/en.ts';
import { countWords } from '../text/words.ts';

// The script of the demo page, where people try Inkling without VS Code. build/demo.ts builds and serves the page.
// The detector runs in a worker of the page. Texts are neither stored nor sent.

const baseUrl = 'http://inkling.invalid';

const address = (path: string): string => new URL(path, location.href).href;

const start: WebWorkerStart = {
  apiKey: null,
  baseUrl,
  maxContentBytes: maxTextBytes,
  store: 'inkling-demo',
  sqlite: address('sqlite3.wasm'),
  models: Object.fromEntries(
    judgedLanguages.map((language) => [language, address(`inkling-${language}.inkmodel`)]),
  ) as WebWorkerStart['models'],
  folder: null,
};

const { transport, apiKey } = bundledService(() =>
  Promise.resolve(startWebWorker(new Worker(address('service-worker.js')), start)),
);
const call = createCall({ transport, baseUrl, apiKey });

/** The result for a text, as a report. */
async function reportOf(content: string, signal: AbortSignal): Promise<Report> {
  const headers = { 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ content }) };
  const { result, ...counts } = await readOne(await call('/api/v1/detections', init, signal), Detection);
  const now = new Date().toISOString();
  const times = { created_at: now, generated_at: now };
  return { id: '', url: '', title: null, project: null, privacy: 1, ...times, ...counts, result, content };
}

const find = (selector: string): Element => document.querySelector(selector)!;
const text = document.querySelector('textarea')!;
const status = find('[role=status]');
const view = find('#report');

/** Cancels the current request. */
let controller: AbortController | undefined;

async function judge(): Promise<void> {
  controller?.abort();
  const { signal } = (controller = new AbortController());
  view.textContent = '';
  status.textContent = 'Judging…';
  try {
    const report = await reportOf(text.value, signal);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const context = { words: english, locale: navigator.language, host: null, actions: [], timeZone };
    view.innerHTML = reportView(report, context).toString(); // escaped
    status.textContent = claimOf(report.result, english);
    view.scrollIntoView({ block: 'start' });
  } catch (error) {
    if (signal.aborted) return;
    status.textContent = error instanceof Error ? error.message : String(error);
  }
}

function countTyped(): void {
  const words = countWords(text.value);
  find('#count').textContent = words === 1 ? '1 word' : `${words} words`;
}

text.addEventListener('input', countTyped);
find('form').addEventListener('submit', (event) => {
  event.preventDefault();
  void judge();
});
find('form').addEventListener('reset', () => {
  controller?.abort();
  view.textContent = status.textContent = '';
  setTimeout(countTyped); // the field is emptied after this event
});
countTyped();
// Loads the model while the reader looks for a text. If that fails, judging a text reports the error.
apiKey().catch(() => undefined);
