import { writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { Config, configName } from '../scan/config.ts';
import { StartError } from '../service/startError.ts';
import { unwritable } from './scan/files.ts';
import type { Output } from './settings.ts';

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

/**
 * Creates a configuration in the working folder that changes nothing until a line is uncommented.
 * @throws StartError when the file exists or can't be written.
 */
export function createConfig({ stdout }: Output): void {
  const text = newConfig();
  try {
    writeFileSync(configName, text, { flag: 'wx' });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') {
      throw new StartError(`${configName} already exists.`, { cause });
    }
    throw unwritable(configName, cause);
  }
  stdout.write(`Created ${configName}. Uncomment what you need, then: inkling scan --show-config\n`);
}

/** The new file, generated from the schema that checks it. */
function newConfig(): string {
  const keys = Object.entries(examples).map(([key, example]) => {
    const schema = Config.entries[key as keyof Config];
    const said = v.getDescription(schema.wrapped) ?? '';
    return `  // ${said}\n  // ${JSON.stringify(key)}: ${JSON.stringify(example).replaceAll(',', ', ')},\n`;
  });
  return `// Settings of Inkling for this folder: editor, command line, action and hook read them. See docs/pipelines.md.\n{\n${keys.join('\n')}}\n`;
}
