import { writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { Config, configName, type Configuration } from '../scan/config.ts';
import { StartError } from '../service/service.ts';
import { codeOf, unwritableError } from './scan/files.ts';
import type { ScanSettings } from './settings.ts';
import type { OutputStreams } from './streams.ts';

/** An example for each key, which a new file shows commented out. */
const examples: Record<Exclude<keyof Config, '$schema'>, unknown> = {
  include: ['docs/', '*.md'],
  exclude: ['CHANGELOG.md', 'vendor/'],
  languages: ['markdown', 'latex'],
  quotes: 'score',
  threshold: 0.9,
  failOn: 'ai',
  severity: 'warning',
  project: 'Handbook',
  baseline: 'inkling-baseline.json',
};

/** Creates a configuration that changes nothing yet. @throws StartError when the file exists or can't be written. */
export function createConfig({ stdout }: OutputStreams): void {
  try {
    writeFileSync(configName, newConfig(), { flag: 'wx' });
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw unwritableError(configName, cause);
    throw new StartError(`${configName} already exists.`, { cause });
  }
  stdout.write(`Created ${configName}. Uncomment what you need, then check it: inkling scan --show-config\n`);
}

/** The new file, generated from the schema that checks it. */
function newConfig(): string {
  const keys = Object.entries(examples).map(([key, example]) => {
    const schema = Config.entries[key as keyof Config];
    const help = v.getDescription(schema.wrapped) ?? '';
    return `  // ${help}\n  // ${JSON.stringify(key)}: ${JSON.stringify(example).replaceAll(',', ', ')},\n`;
  });
  return `// Settings of Inkling for this folder: editor, command line, action and hook read them. See docs/pipelines.md.\n{\n${keys.join('\n')}}\n`;
}

/** The settings used if neither an option nor `inkling.jsonc` sets them. */
const defaults: Record<Exclude<keyof Config, '$schema'>, unknown> = {
  ...{ include: 'all documents, no code', exclude: [], languages: 'all documents, no code' },
  ...{ quotes: 'leave-out', failOn: null, threshold: null, severity: 'information' },
  ...{ project: null, baseline: null },
};

/** Keys and options that don't affect how a folder is scanned. */
const unshown: readonly string[] = ['$schema', 'config', 'showConfig', 'listFiles'];

/** JSON with the settings that apply and the origin of each: a file, an option or the default. */
export function shownSettings({
  configuration,
  ...settings
}: ScanSettings & { configuration: Configuration }): string {
  const { file = null, ignoreFile = null } = configuration;
  const configured: Record<string, unknown> = configuration.config;
  const own: Record<string, unknown> = { ...defaults, format: 'text', suppressions: true, provenance: false };
  const shown = Object.entries({ ...own, ...configured, ...settings })
    .filter(([key]) => !unshown.includes(key))
    .map(([key, value]) => {
      const from = value === configured[key] ? file : value === own[key] ? 'default' : 'option';
      return [key, { value, from }] as const;
    });
  return `${JSON.stringify({ configuration: file, ignoreFile, settings: Object.fromEntries(shown) }, null, 2)}\n`;
}
