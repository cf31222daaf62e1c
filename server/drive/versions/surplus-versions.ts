import type { Kysely } from 'kysely';
import { keptByRule, thinnedByAge, type VersionRule } from '#contract/version-rules.ts';
import { rowsAtOnce } from '#server/database/row-groups.ts';
import type { Tables } from '#server/database/tables.ts';

export type AgedVersion = { id: string; generation: number; created_at: number };

/** Versions that a rule does not keep, and where the next part of a file begins; undefined at its end. */
export type Surplus = { ids: string[]; next: number | undefined };

/** The next part of the versions of a file with numbers above `after`. */
export async function surplusVersions(
  db: Kysely<Tables>,
  { fileId, rule, at, after }: { fileId: string; rule: VersionRule; at: number; after: number },
): Promise<Surplus> {
  if (rule === 'all') return { ids: [], next: undefined };
  const versions = db.selectFrom('versions').select(['id', 'generation', 'created_at']).where('entry_id', '=', fileId);
  if (rule !== 'by-age') {
    const beyond = versions.orderBy('generation', 'desc').offset(keptByRule[rule]).limit(rowsAtOnce);
    const ids = (await beyond.execute()).map(({ id }) => id);
    return { ids, next: ids.length < rowsAtOnce ? undefined : after };
  }
  const part = await versions.where('generation', '>', after).orderBy('generation').limit(rowsAtOnce).execute();
  // The last of the part is looked at again, with the one that replaced it.
  const next = part.length < rowsAtOnce ? undefined : part.at(-2)?.generation;
  return { ids: tooClose(part, at), next };
}

/** Of versions in their order, those that another one of the same span follows. */
export function tooClose(versions: readonly AgedVersion[], at: number): string[] {
  return versions.flatMap(({ id, created_at: createdAt }, i) => {
    const replacedAt = versions[i + 1]?.created_at;
    if (replacedAt === undefined) return [];
    const step = thinnedByAge.find(({ replacedBefore }) => replacedAt < at - replacedBefore);
    if (step === undefined) return [];
    return Math.floor(createdAt / step.span) === Math.floor(replacedAt / step.span) ? [id] : [];
  });
}
