import { brochure } from '../host/texts.ts';
import { useWorkbench } from './session.ts';
import type { Workbench } from './workbench.ts';

describe('Inkling in an editor that speaks German', function () {
  this.timeout(90_000);
  const opened = useWorkbench({ language: 'de', files: { 'keeping-bees.md': brochure } });
  let workbench: Workbench;

  before(() => {
    workbench = opened().workbench;
  });

  it('names its commands, its verdict and its lists in German', async () => {
    await workbench.openFile('keeping-bees.md');
    await workbench.command('Inkling: Datei prüfen');
    await workbench.statusBarItem('Liest sich wie KI · auf diesem Rechner').waitFor();
    await workbench.openView('Inkling');
    await workbench.view('Alle Berichte').describedAs('1 · neueste zuerst');
  });

  it('shows the report in German, and declares that to screen readers', async () => {
    const { webview } = workbench;
    await webview.getByRole('heading', { name: 'Was das nicht ist' }).waitFor();
    await webview.getByText('ausgewertet auf diesem Rechner').waitFor();
    await webview.getByText('Mit der Maus oder den Pfeiltasten').waitFor();
    await webview.locator('html[lang="de"]').waitFor();
  });

  it('asks in German before it deletes', async () => {
    await workbench.contextMenu(workbench.view('Alle Berichte').rows.first(), 'Löschen…');
    await workbench.page.getByText('Den Bericht „keeping-bees.md“ löschen?').waitFor();
    await workbench.answerDialog('Cancel');
  });
});
