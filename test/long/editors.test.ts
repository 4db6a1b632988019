import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, findProgram } from '../rig/install.ts';
import { root } from '../rig/paths.ts';
import { runGroup } from '../rig/processes.ts';
import { folderWith } from '../serve/cli/run.ts';
import { essay } from '../serve/cli/texts.ts';

/** What Neovim is to do once it has the document, and what it writes about it. */
const drive = `
local seen = {}
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
seen.diagnostics = vim.diagnostic.get(0)
local first
for _, each in ipairs(seen.diagnostics) do
  if not first and each.code == 'sentence' then first = each end
end
local place = { line = first.lnum, character = first.col }
local document = { uri = vim.uri_from_bufnr(0) }
local function ask(method, params)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 20000)) do return answer.result end
end
seen.hover = ask('textDocument/hover', { textDocument = document, position = place }).contents.value
local actions = ask('textDocument/codeAction', {
  textDocument = document,
  range = { start = place, ['end'] = place },
  context = { diagnostics = {} },
})
vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
seen.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')
vim.wait(60000, function() return #vim.diagnostic.get(0) < #seen.diagnostics end, 50)
seen.left = #vim.diagnostic.get(0)
vim.cmd('undo')
seen.undone = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')
vim.fn.writefile({ vim.fn.json_encode(seen) }, 'seen.json')
vim.cmd('qa!')
`;

/** For Neovim 0.7, which has these by other names. */
const older = `
if not vim.fs then
  vim.fs = {
    dirname = function(path) return vim.fn.fnamemodify(path, ':p:h') end,
    find = function() return { vim.fn.getcwd() .. '/inkling.jsonc' } end,
  }
  vim.lsp.start = function(config)
    vim.lsp.buf_attach_client(0, vim.lsp.start_client(config))
  end
end
`;

interface Seen {
  diagnostics: { message: string; code: string; lnum: number; col: number }[];
  hover: string;
  text: string;
  left: number;
  undone: string;
}

describe('Neovim with the settings that docs/editors.md prints', function () {
  this.timeout(600_000);
  const program = process.platform === 'win32' ? 'inkling.cmd' : 'inkling';
  const folder = folderWith({
    'essay.md': essay,
    'inkling.jsonc': '{}',
    [program]: `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'src/cli/main.ts')}" "$@"\n`,
    'drive.lua': drive,
  });

  it('shows what reads like AI, says why, and ignores a passage, which can be undone', async function () {
    if (process.platform === 'win32') this.skip();
    const nvim = findProgram('nvim') ?? ((await aptInstall(['neovim'])) ? findProgram('nvim') : undefined);
    if (nvim === undefined) this.skip();
    chmodSync(join(folder(), program), 0o755);
    const page = readFileSync(join(root, 'docs/editors.md'), 'utf8');
    const [recent = '', earlier = ''] = [...page.matchAll(/```lua\n([^]*?)```/g)].map(([, lua]) => lua);
    writeFileSync(
      join(folder(), 'init.lua'),
      `${older}if vim.lsp.config then\n${recent}\nelse\n${earlier}\nend\n`,
    );
    const env = { ...process.env, PATH: `${folder()}:${process.env['PATH'] ?? ''}` };
    const args = ['--headless', '--clean', '-u', 'init.lua', 'essay.md', '-c', 'luafile drive.lua'];
    const { code, output } = await runGroup(nvim, args, { cwd: folder(), env, limit: 300_000 });
    assert.equal(code, 0, output);
    const seen = JSON.parse(readFileSync(join(folder(), 'seen.json'), 'utf8')) as Seen;
    const [whole, first] = seen.diagnostics;
    assert.match(whole!.message, /^This text reads like AI\./);
    const line = essay.split('\n')[first!.lnum]!;
    assert.ok(first!.message.startsWith(`“${line.slice(first!.col, first!.col + 20)}`), first!.message);
    assert.match(seen.hover, /One sentence proves nothing/);
    assert.match(seen.text, /<!-- inkling-ignore -->/);
    assert.ok(seen.left > 0 && seen.left < seen.diagnostics.length, 'the passage is told still');
    assert.equal(`${seen.undone}\n`, essay);
  });
});
