/** Writes THIRD-PARTY-NOTICES after the bundles are made: `vscode:prepublish` runs both, so no VSIX lacks it. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { licensedPackages } from './licences.ts';
import { thirdPartyNotices } from './notices.ts';

const root = resolve(import.meta.dirname, '..');
writeFileSync(join(root, 'THIRD-PARTY-NOTICES'), thirdPartyNotices(licensedPackages(root)));
