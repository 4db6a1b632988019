import type { App } from '../app.ts';
import { registerCommands } from '../commands.ts';
import { withRetry } from '../present.ts';
import { setApiKey, signOut } from './account.ts';
import { pickService } from './chooseService.ts';
import { testConnection } from './testConnection.ts';

/** The commands about the service that analyses texts. */
export function registerService(app: App): void {
  registerCommands(app, {
    'inkling.chooseService': () => pickService(app),
    'inkling.setApiKey': () => setApiKey(app),
    'inkling.signOut': () => signOut(app),
    'inkling.testConnection': () => withRetry(app, () => testConnection(app)),
  });
}
