import { builtinModules } from 'node:module';
import fences from './.dependency-cruiser.mjs';

/** What a page runs, with the files that a bundle for browsers takes: nothing in it may need Node. */
const entries = '^src/(editor/extension|scan/webProseWorker|service/webWorker|webview/main|demo/page)[.]ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'Node in the browser',
      comment:
        'What a page runs has no node:. Use #platform, put what the extension hosts differ in behind #host, or move it to a file that the desktop alone reaches. A type import counts.',
      severity: 'error',
      from: { path: entries },
      to: { path: `^(node:)?(${builtinModules.join('|')})(/|$)`, reachable: true },
    },
  ],
  options: {
    ...fences.options,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['worker', 'browser', 'import', 'require', 'types', 'default'],
    },
  },
};
