import { join } from 'node:path';
import { root } from '../../test/rig/paths.ts';
import { start, type Server } from '../../test/serve/server.ts';

/** Starts `inkling serve` with a module of `preload/` loaded before it. */
export function servePreloaded(
  module: string,
  database: string,
  variables: Readonly<Record<string, string>> = {},
  rateLimit = 0,
): Promise<Server> {
  const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const preload = new URL(`preload/${module}.ts`, import.meta.url).href;
  const within = ['env', `NODE_OPTIONS=--import ${preload}`, ...set];
  return start(join(root, 'src/cli/main.ts'), database, ['--rate-limit', String(rateLimit)], within);
}
