import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'test/shots/', '.vscode-test/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-non-null-assertion': 'off', // typed arrays in the detector's hot loops
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // tsconfig.json allows no enum of ours: those of VS Code are below. It takes a tenth of the time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      'no-console': 'error',
    },
  },
  {
    files: ['src/editor/**/*.ts', 'test/host/**/*.ts'],
    rules: { '@typescript-eslint/no-unsafe-enum-assignment': 'error' },
  },
  {
    files: ['src/cli/**/*.ts', 'src/service/*ebWorker.ts', 'lab/**/*.ts', 'test/**/*.ts', 'build/**/*.ts'],
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
