import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** Who may import whom: the fences of the house. Each folder lists what of ours it may reach. */
const mayImport = {
  api: [],
  prose: [],
  detector: ['api'],
  report: ['api'],
  service: ['api', 'detector', 'report'],
  client: ['api'],
  assistant: ['api', 'client', 'report'],
  editor: ['api', 'prose', 'client', 'report', 'assistant'],
  webview: ['api', 'report'],
  cli: ['api', 'prose', 'detector', 'report', 'service', 'client', 'assistant'],
};

const zones = Object.entries(mayImport).map(([folder, allowed]) => ({
  target: `./src/${folder}`,
  from: './src',
  except: [folder, ...allowed].map((name) => `./${name}`),
  message: `${folder}/ may import ${allowed.length ? allowed.map((a) => `${a}/`).join(', ') : 'nothing of ours'}. See CONTRIBUTING.md, "The house".`,
}));

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'test/shots/', '.vscode-test/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-non-null-assertion': 'off', // typed arrays in the detector's hot loops
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/editor/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'vscode', message: 'Only editor/ imports vscode.' }] },
      ],
    },
  },
  {
    files: ['src/cli/**/*.ts', 'lab/**/*.ts', 'test/**/*.ts', 'build/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.js'],
    languageOptions: {
      globals: { require: 'readonly', process: 'readonly', console: 'readonly', module: 'readonly' },
    },
  },
  prettier,
);
