import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { useWorkbench } from './session.ts';

describe('a window that is reloaded during a folder scan', function () {
  this.timeout(120_000);
  const text = readFileSync('test/rig/sample/keeping-bees.md', 'utf8').repeat(30);
  const opened = useWorkbench({
    files: Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`many/${i}.md`, text])),
  });

  it('keeps every report that was stored with its project, shows no scan any more, and scans on', async () => {
    const { workbench } = opened();
    await workbench.command('Inkling: Scan Folder');
    await workbench.notification(/Scanning: [1-9]\d* of \d+ · many\//).waitFor();
    // Not by the palette: until that is open, the scan goes on.
    await workbench.page.reload();
    await workbench.ready();

    await workbench.openView('Inkling');
    const projects = workbench.view('Projects');
    const reports = workbench.view('All Reports');
    const told = projects.row('sample').getByText(/^\d+ reports?$/);
    await told.waitFor();
    const stored = Number.parseInt((await told.textContent()) ?? '', 10);
    assert.ok(stored > 0 && stored < 150, `${stored} stored`);
    await reports.describedAs(`${stored} · newest first`);
    assert.equal(await workbench.notification('Scanning').count(), 0);
    assert.equal(await workbench.statusBarItem('Scanning').count(), 0);

    await workbench.openFile('README.md');
    await workbench.command('Inkling: Scan File');
    await workbench.tab(/^README\.md: /).waitFor();
    await workbench.openView('Inkling');
    await reports.describedAs(`${stored + 1} · newest first`);
  });
});
