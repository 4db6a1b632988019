/**
 * Opens VS Code with the extension of this repository on a small sample folder: the desktop's ($VSCODE_PATH, or
 * `code`) if there is one, else one that is opened in a browser.
 *
 *     node test/rig/start.ts [--port 8080]
 */
import { parseArgs } from 'node:util';
import { buildExtension, linkExtension } from './extension.ts';
import { findProgram, installRig } from './install.ts';
import { root } from './paths.ts';
import { startGroup } from './processes.ts';
import { createProfile, startCodeServer, type Profile } from './server.ts';

// To be ended by Ctrl-C is no failure here.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.prependListener(name, () => process.exit(0));

/** The same as in README.md and the walkthrough. */
const firstSteps =
  'First: press F1 there, run "Inkling: Open Sample Document", and press Scan File at the top right.';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });

async function main(): Promise<void> {
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`--port ${values.port} is no port. Give a number from 1 to 65535.`);
  console.log('Building Inkling…');
  await buildExtension();
  const desktop = process.env['VSCODE_PATH'] ?? findProgram('code');
  if (desktop) await openDesktop(desktop, createProfile());
  else await serve(port);
}

function openDesktop(program: string, profile: Profile): Promise<void> {
  console.log(
    `Opening ${program} on ${profile.sample}.\n\n${firstSteps}\n\nClose its window, or press Ctrl-C, to end.`,
  );
  const args = ['--new-window', '--wait', `--extensionDevelopmentPath=${root}`, profile.sample];
  const child = startGroup(program, args, { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code}.`));
    });
  });
}

async function serve(port: number): Promise<void> {
  await installRig();
  const profile = createProfile();
  linkExtension(profile);
  const server = await startCodeServer(profile, { port, folder: profile.sample });
  console.log(`
VS Code with Inkling is at

  http://${server.authority}/

${firstSteps}

Press Ctrl-C to end.
`);
  await server.ended;
  throw new Error(`VS Code's server ended:\n${server.log()}`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
