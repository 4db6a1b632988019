import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { documentLanguages } from '../../src/prose/languageOf.ts';

const root = resolve(import.meta.dirname, '../..');

const editorSources = globSync('src/editor/**/*.ts', { cwd: root }).map((path) => ({
  path,
  tree: ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest),
}));

interface Clause {
  command?: string;
  view?: string;
  when?: string;
  enablement?: string;
}

interface Manifest {
  activationEvents: string[];
  contributes: {
    commands: (Clause & { command: string })[];
    menus: Record<string, Clause[]>;
    keybindings: Clause[];
    views: Record<string, (Clause & { id: string })[]>;
    viewsWelcome: Clause[];
    configuration: { properties: Record<string, unknown> };
  };
}

describe('the manifest', () => {
  const manifestText = readFileSync(join(root, 'package.json'), 'utf8');
  const stringsText = readFileSync(join(root, 'package.nls.json'), 'utf8');
  const manifest = JSON.parse(manifestText) as Manifest;
  const { contributes } = manifest;
  const commands = contributes.commands.map(({ command }) => command);
  const views = Object.values(contributes.views)
    .flat()
    .map(({ id }) => id);

  it('offers the commands that the code registers, each of them and no other', () => {
    assert.deepEqual(registeredCommands().sort(), commands.toSorted());
  });

  it('names only commands that exist in menus, keys, welcome texts and activation events', () => {
    const builtIn = /^(workbench|vscode)\./;
    const named = [
      ...[...Object.values(contributes.menus), contributes.keybindings].flat().map(({ command }) => command),
      ...[...stringsText.matchAll(/\(command:([\w.]+)/g)].map((match) => match[1]),
      ...manifest.activationEvents.map((event) => /^onCommand:(.*)/.exec(event)?.[1]),
    ];
    // VS Code makes one for every view.
    const known = new Set([...commands, ...views.map((view) => `${view}.focus`)]);
    const unknown = named.filter((id) => id !== undefined && !builtIn.test(id) && !known.has(id));
    assert.deepEqual(unknown, []);
  });

  it('waits in its when clauses only for keys that the code sets, and views and settings that exist', () => {
    const clauses = [
      ...Object.values(contributes.menus),
      ...Object.values(contributes.views),
      contributes.keybindings,
      contributes.viewsWelcome,
      contributes.commands,
    ].flat();
    const known = new Set([
      ...membersOf('contextKeys.ts', 'ContextKeys'),
      ...views,
      ...manifest.activationEvents.map((event) => event.replace('onWebviewPanel:', '')),
      ...Object.keys(contributes.configuration.properties).map((setting) => `config.${setting}`),
    ]);
    const used = clauses.flatMap(({ when = '', enablement = '' }) =>
      [...`${when} ${enablement}`.matchAll(/(?:config\.)?inkling(?:\.\w+)+/g)].map(([key]) => key),
    );
    assert.notEqual(used.length, 0);
    assert.deepEqual(
      used.filter((key) => !known.has(key)),
      [],
    );
  });

  it('shows its button above every kind of document that it reads', () => {
    const button = contributes.menus['editor/title']?.find(({ command }) => command === 'inkling.scanFile');
    const shown = /editorLangId =~ \/\^\(([^)]+)\)\$\//.exec(button?.when ?? '')?.[1]?.split('|');
    // A notebook has a title bar of its own; a package of TeX may be open beside the document.
    const read = [...documentLanguages].filter((id) => id !== 'ipynb');
    assert.deepEqual(shown?.sort(), [...read, 'tex'].sort());
  });

  it('offers in the source control view what the explorer and the palette do, and in no menu that is closed to extensions', () => {
    const inView = Object.entries(contributes.menus).filter(([menu]) => menu.startsWith('scm/'));
    assert.deepEqual(
      inView.map(([menu, entries]) => [menu, entries.map(({ command }) => command)]),
      [
        ['scm/title', ['inkling.scanChangedFiles']],
        ['scm/resourceState/context', ['inkling.checkForAiWriting']],
      ],
    );
    // Another source control has no changes that are read, and a page has no git.
    const [changed] = contributes.menus['scm/title'] ?? [];
    assert.equal(changed?.when, 'scmProvider == git && !inkling.inBrowser');
  });

  it('offers the settings that the code reads, each of them and no other', () => {
    const offered = Object.keys(contributes.configuration.properties);
    const typed = membersOf('settings.ts', 'allowed').map((key) => `inkling.${key}`);
    assert.deepEqual(
      typed.filter((key) => !offered.includes(key)),
      [],
    );
    const named = new Set([...typed, ...stringsInEditor()]);
    const unread = offered.filter((key) => !named.has(key) && !named.has(key.replace('inkling.', '')));
    assert.deepEqual(unread, []);
  });

  it('has a text for every %key% that it shows, and shows every text', () => {
    const shown = [...manifestText.matchAll(/"%([\w.]+)%"/g)].map(([, key = '']) => key);
    const texts = Object.keys(JSON.parse(stringsText) as Record<string, string>);
    assert.deepEqual([...new Set(shown)].sort(), texts.sort());
  });
});

/** The names in every `registerCommands(app, { ... })` of the editor. */
function registeredCommands(): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const handlers = node.arguments[1];
      if (node.expression.text === 'registerCommands' && handlers && ts.isObjectLiteralExpression(handlers))
        for (const { name } of handlers.properties)
          if (name && ts.isStringLiteral(name)) found.push(name.text);
    }
    ts.forEachChild(node, visit);
  };
  for (const { tree } of editorSources) visit(tree);
  return found;
}

/** The names of the members of an interface, or of a constant's object, in a file of the editor. */
function membersOf(file: string, name: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node, isIn: boolean): void => {
    if (isIn && (ts.isPropertySignature(node) || ts.isPropertyAssignment(node))) {
      if (ts.isStringLiteral(node.name) || ts.isIdentifier(node.name)) found.push(node.name.text);
      return;
    }
    const isNamed =
      (ts.isInterfaceDeclaration(node) || ts.isVariableDeclaration(node)) &&
      ts.isIdentifier(node.name) &&
      node.name.text === name;
    ts.forEachChild(node, (child) => {
      visit(child, isIn || isNamed);
    });
  };
  const tree = editorSources.find(({ path }) => path.endsWith(`/editor/${file}`))?.tree;
  if (tree) visit(tree, false);
  assert.notEqual(found.length, 0);
  return found;
}

/** Every string that the editor's sources write as one literal. */
function stringsInEditor(): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  for (const { tree } of editorSources) visit(tree);
  return found;
}
