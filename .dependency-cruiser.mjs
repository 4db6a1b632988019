/** Who may import whom: the fences of the house, see docs/architecture.md. Each folder lists what of ours it may reach. */
const mayImport = {
  platform: [],
  text: [],
  api: ['text'],
  prose: ['text'],
  threads: [],
  scan: ['text', 'api', 'prose', 'threads'],
  system: ['text', 'api', 'scan'],
  detector: ['text', 'api'],
  report: ['text', 'api'],
  service: ['text', 'api', 'threads', 'detector', 'report'],
  client: ['text', 'api', 'threads'],
  assistant: ['text', 'api', 'client', 'report'],
  editor: ['text', 'api', 'prose', 'threads', 'scan', 'system', 'client', 'report', 'assistant'],
  webview: ['text', 'api', 'report'],
  demo: ['text', 'api', 'client', 'report'],
  cli: [
    'text',
    'api',
    'prose',
    'threads',
    'scan',
    'system',
    'detector',
    'report',
    'service',
    'client',
    'assistant',
  ],
};

const fences = Object.entries(mayImport).map(([folder, allowed]) => ({
  name: `fence of ${folder}`,
  comment: `src/${folder} may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing of ours'}.`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: {
    path: '^(src|lab|test|build)/',
    pathNot: `^src/(${[folder, 'platform', ...allowed].join('|')})/`,
  },
}));

/** The floors of the service, the lowest first: each may import those below it, and the files beside the floors. */
const floors = ['detection', 'store', 'api', 'pages', 'account', 'http'];

const floorFences = floors.slice(0, -1).map((floor, i) => ({
  name: `floor of service/${floor}`,
  comment: `src/service/${floor} may not import ${floors.slice(i + 1).join(', ')}, which stand on it.`,
  severity: 'error',
  from: { path: `^src/service/${floor}/` },
  to: { path: `^src/service/(${floors.slice(i + 1).join('|')})/` },
}));

/** Features of the editor meet in app.ts, and share core/, text/ and the files beside the features. */
const features = 'live|marks|onboarding|report|scan|service|tools|tree';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'circle',
      comment: 'Move what both need to a file of its own. A type import makes a circle as much as any other.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...fences,
    ...floorFences,
    {
      name: 'no fence',
      comment: 'A new folder of src needs a line in mayImport.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(${Object.keys(mayImport).join('|')})/` },
      to: {},
    },
    {
      name: 'vscode outside the editor',
      comment: 'Everything else runs and is tested without VS Code.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/editor/' },
      to: { path: '^(node_modules/@types/)?vscode(/|$)' },
    },
    {
      name: 'the machine in the rules',
      comment:
        'What may be scanned and what is judged is said in src/scan, from what callers read: no disk, no program.',
      severity: 'error',
      from: { path: '^src/scan/' },
      to: { path: '^(node:)?(fs|child_process|net|http|https|os)(/|$)' },
    },
    {
      name: 'vscode in the core of the editor',
      comment: 'What is pure logic is tested as such.',
      severity: 'error',
      from: { path: '^src/editor/core/' },
      to: { path: '^(node_modules/@types/)?vscode(/|$)' },
    },
    {
      name: 'feature of another feature',
      comment: 'What one feature needs of another is a field of App (editor/app.ts).',
      severity: 'error',
      from: { path: `^src/editor/(${features})/` },
      to: { path: `^src/editor/(${features})/`, pathNot: '^src/editor/$1/' },
    },
    {
      name: 'feature in what features share',
      comment: 'Only extension.ts puts the features together.',
      severity: 'error',
      from: { path: '^src/editor/((core|text)/|[^/]+[.]ts$)', pathNot: '^src/editor/extension[.]ts$' },
      to: { path: `^src/editor/(${features})/` },
    },
    {
      name: 'fence of editor/core',
      comment: 'src/editor/core may import text, api, client, prose, report, scan.',
      severity: 'error',
      from: { path: '^src/editor/core/' },
      to: { path: '^src/', pathNot: '^src/(editor/core|platform|text|api|client|prose|report|scan)/' },
    },
    {
      name: 'unresolvable',
      comment: 'There is no such file or package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^vscode$' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // It names itself in a comment of its types.
    exclude: { path: '^esbuild[.]js$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'require', 'types', 'default'],
    },
  },
};
