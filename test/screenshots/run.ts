/**
 * Takes the pictures of README and walkthrough from the real workbench, in dark and light, at twice the size, and draws
 * the extension's icon.
 *
 *     node test/screenshots/run.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../rig/browser.ts';
import { buildExtension, linkExtension } from '../rig/extension.ts';
import { installRig } from '../rig/install.ts';
import { root } from '../rig/paths.ts';
import { writeSettings, createProfile, startCodeServer, workbenchUrl } from '../rig/server.ts';
import { Workbench } from '../ui/workbench.ts';
import { playScenes } from './scenes.ts';
import { toWebp } from './webp.ts';

const themes = { dark: 'Dark Modern', light: 'Light Modern' };

/** Nothing on a picture that is not its subject. */
const bare = {
  'editor.minimap.enabled': false,
  'editor.lineNumbers': 'off',
  'editor.fontSize': 13,
  'editor.renderLineHighlight': 'none',
  'editor.cursorBlinking': 'solid',
  'breadcrumbs.enabled': false,
  'window.commandCenter': false,
  'window.menuBarVisibility': 'compact',
  'workbench.layoutControl.enabled': false,
  'workbench.navigationControl.enabled': false,
  'remote.autoForwardPorts': false,
  'inkling.askForProject': true,
};

const sample = readFileSync(join(root, 'media/walkthrough/sample.md'), 'utf8');

async function takePictures(theme: keyof typeof themes): Promise<void> {
  const profile = createProfile();
  writeSettings(profile, { ...bare, 'workbench.colorTheme': themes[theme] });
  const [, person = '', ai = ''] = sample.split(/^(?=## )/m);
  writeFileSync(join(profile.sample, 'bean-field.md'), person);
  writeFileSync(join(profile.sample, 'why-grow.md'), ai);
  linkExtension(profile);
  const server = await startCodeServer(profile);
  const browser = await launchBrowser(2);
  try {
    const { page } = browser;
    page.setDefaultTimeout(60_000);
    const workbench = new Workbench(page);
    await page.goto(workbenchUrl(server, profile.sample));
    await workbench.ready();
    await playScenes({
      workbench,
      theme,
      take: async (folder, name, crop) => {
        // What fades in or out under the pointer, or comes with it.
        await page.waitForTimeout(1000);
        const clip = await crop?.();
        const png = await page.screenshot({ ...(clip && { clip }), animations: 'disabled' });
        const path = join(folder, `${name}-${theme}.webp`);
        mkdirSync(join(root, folder), { recursive: true });
        writeFileSync(join(root, path), await toWebp(page, png));
        console.log(path);
      },
    });
  } catch (error) {
    await browser.page.screenshot({ path: join(root, 'test/shots/screenshots.png') });
    throw error;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Draws media/icon.png, which the Marketplace shows at half its size. */
async function drawIcon(): Promise<void> {
  const browser = await launchBrowser();
  const { page } = browser;
  await page.setContent(readFileSync(join(root, 'docs/pictures/icon.svg'), 'utf8'));
  await page.locator('svg').screenshot({ path: join(root, 'media/icon.png'), omitBackground: true });
  await browser.close();
  console.log('media/icon.png');
}

async function main(): Promise<void> {
  await installRig();
  await buildExtension();
  await drawIcon();
  for (const theme of ['dark', 'light'] as const) await takePictures(theme);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
