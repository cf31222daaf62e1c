import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../server/config/', import.meta.url);

/** The names of all settings, as the only readers of the environment ask for them. */
export function settingNames(): Set<string> {
  const texts = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  return new Set([...texts.join('\n').matchAll(/get\('([A-Z_]+)'\)/g)].map(([, name = '']) => name));
}
