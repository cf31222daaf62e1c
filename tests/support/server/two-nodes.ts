import { startServer } from './start-server.ts';

type Settings = Record<string, string>;

/** Starts two nodes that share a database and a bucket, each with a data folder, and settings beside the usual ones, of its own. */
export async function startTwoNodes(ofOne: Settings = {}, ofOther: Settings = {}) {
  const one = await startServer({ env: ofOne });
  const shared = ['DATABASE_URL', 'STORAGE_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  const env = Object.fromEntries(shared.map((name) => [name, one.settings[name] ?? '']));
  const other = await startServer({ env: { ...env, ...ofOther } });
  return { one, other, nodes: [one, other] as const };
}
