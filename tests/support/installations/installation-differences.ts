import type { Person } from '../client/build-account.ts';
import { query } from '../database/query.ts';
import { sha256 } from '../fixtures/bytes.ts';
import type { Installation } from '../server/operator.ts';
import { type BusyInstallation, isPossible, stageOf } from './busy-installation.ts';

type Restored = { name: unknown; trashed_at: unknown; sha256: unknown };

/**
 * What is wrong elsewhere: each file has to be as far as it was for sure before, or further, but no further than possible, and
 * what is live has to have its bytes.
 */
export async function differences(
  there: Installation,
  person: Person,
  { files }: BusyInstallation,
  { before, possible }: { before: Map<string, number>; possible: Map<string, number> },
): Promise<string[]> {
  const rows = (await query(
    there,
    'select entries.name, entries.id, trashed_at, current_version, blobs.sha256 from entries join versions on versions.id = current_version join blobs on blobs.id = blob_id',
  )) as (Restored & { id: string; current_version: string })[];
  const byName = new Map(rows.map((row) => [String(row.name).replace(/^renamed /, ''), row]));
  const wrong: string[] = [];
  for (const file of files) {
    const row = byName.get(file.name);
    const stage = stageOf(row);
    if (!isPossible(stage, before.get(file.name) ?? 0, possible.get(file.name) ?? 0))
      wrong.push(`${file.name}: ${stage}, not ${before.get(file.name)} to ${possible.get(file.name)}`);
    if (row === undefined) continue;
    if (row.sha256 !== file.sha256) wrong.push(`${file.name}: other bytes`);
    if (row.trashed_at !== null) continue;
    const response = await person.fetch(`/content/${row.id}/${row.current_version}/x`);
    if (sha256(await response.arrayBuffer()) !== file.sha256) wrong.push(`${file.name}: other bytes are served`);
  }
  return wrong;
}
