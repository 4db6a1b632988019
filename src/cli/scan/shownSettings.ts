import type { Configuration, Config } from '../../scan/config.ts';
import type { ScanSettings } from '../settings.ts';

/** The settings used if neither an option nor `inkling.jsonc` sets them. */
const defaults: Record<Exclude<keyof Config, '$schema'>, unknown> = {
  ...{ include: 'all documents, no code', exclude: [], languages: 'all documents, no code' },
  ...{ quotes: 'leave-out', failOn: null, threshold: null, severity: 'information' },
  ...{ project: null, baseline: null },
};

/** Options that don't affect how a folder is scanned. */
const unshown: ReadonlySet<string> = new Set(['config', 'configuration', 'showConfig', 'listFiles']);

/** JSON with the settings that apply and the origin of each: a file, an option or the default. */
export function shownSettings({
  configuration,
  ...settings
}: ScanSettings & { configuration: Configuration }): string {
  const { config, file = null, ignoreFile = null } = configuration;
  const said = new Map<string, unknown>(Object.entries(config).filter(([key]) => key !== '$schema'));
  const own = new Map<string, unknown>(
    Object.entries({ ...defaults, format: 'text', suppressions: true, provenance: false }),
  );
  const asked = new Map<string, unknown>(Object.entries(settings).filter(([key]) => !unshown.has(key)));
  const shown = [...new Set([...own.keys(), ...asked.keys()])].map((key) => {
    const value = asked.get(key) ?? said.get(key) ?? own.get(key);
    const from = value === said.get(key) ? file : value === own.get(key) ? 'default' : 'option';
    return [key, { value, from }] as const;
  });
  return `${JSON.stringify({ configuration: file, ignoreFile, settings: Object.fromEntries(shown) }, null, 2)}\n`;
}
