import { openWebRig, type WebRig } from '../../rig/webService.ts';
import type { Target } from './targets.ts';

let rig: Promise<WebRig> | undefined;
let opened = 0;

/** A worker of Chromium, with a new store for each in files that the browser keeps. */
export const webTarget: Target = {
  name: 'a worker of a browser, SQLite in its files',
  open: async () => {
    rig ??= openWebRig('test/contract/support/webTestWorker.ts');
    const { openTab, browser } = await rig;
    const tab = await openTab(`contract-${++opened}`, browser.page);
    return { transport: tab.transport, isMain: false, close: tab.stop };
  },
};

export async function closeWebTarget(): Promise<void> {
  await (await rig)?.close();
}
