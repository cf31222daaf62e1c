import { readFileSync } from 'node:fs';

const config = new URL('../../../server/config/config.ts', import.meta.url);

/** The names of all settings, as the only reader of the environment asks for them. */
export function settingNames(): Set<string> {
  const text = readFileSync(config, 'utf8');
  return new Set([...text.matchAll(/get\('([A-Z_]+)'\)/g)].map(([, name = '']) => name));
}
