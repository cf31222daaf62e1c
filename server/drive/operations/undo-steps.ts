import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Damage } from '#server/integrity/damage-records.ts';
import type { Scope } from '../access/scope.ts';
import type { Step } from '../changes/steps.ts';
import type { Write } from '../changes/transactions.ts';
import { allAncestors } from '../tree/ancestors.ts';
import { checkTreeDepth } from '../tree/depth.ts';
import { moveToTrash, placeOf } from '../tree/entry-changes.ts';
import { fileAt } from '../tree/files-at.ts';
import { updateEntry } from '../tree/move-entries.ts';
import { readEntries } from '../tree/records.ts';
import { restoreEntry } from '../tree/restore-entry.ts';
import type { RowBudget } from '../tree/row-budget.ts';
import { starEntry } from '../tree/star-entry.ts';
import { walkBelow } from '../tree/subtree.ts';
import { addVersions } from '../versions/add-versions.ts';
import { describeVersion } from '../versions/describe-version.ts';

export type Undoing = {
  write: Write;
  damage: Damage;
  scope: Scope;
  at: number;
  /** For the folders that are moved back. */
  budget: RowBudget;
  /** Files that have the content again that they had before a step of the operation. */
  withEarlierContent: Set<string>;
  /** What came back to another place than it had, and where it is now. */
  elsewhere: { id: string; name: string; parentId: string | null }[];
};
type StepOf<Did extends Step['did']> = Extract<Step, { did: Did }>;

/** Why a step cannot be taken back, with the name of the entry as it is now. */
export type CannotUndo = {
  why: 'changed' | 'gone' | 'not-in-trash' | 'not-empty' | 'name-taken' | 'folder-gone' | 'damaged';
  name: string | undefined;
};

const undoers: { [Did in Step['did']]: (undoing: Undoing, step: StepOf<Did>) => Promise<void> } = {
  /**
   * What was made is moved to Trash, unless it is a file that got a further version, but for those of the operation itself, or a
   * new folder that holds something.
   */
  async make({ write, scope, at, withEarlierContent }, { id, isEmpty }) {
    const { name, version } = await live(write, scope, id);
    if (version > 1 && !withEarlierContent.has(id)) throw refused({ why: 'changed', name });
    if (isEmpty && (await hasChildren(write, scope, id))) throw refused({ why: 'not-empty', name });
    await moveToTrash(write, scope, id, at);
  },

  /** What of its place has changed since then stays as it is now, unless it is what the step changed. */
  async place({ write, scope, budget }, { id, from, to }) {
    const now = await live(write, scope, id);
    const isRenamed = from.name !== to.name;
    const isMoved = from.parentId !== to.parentId;
    if ((isRenamed && now.name !== to.name) || (isMoved && now.parentId !== to.parentId))
      throw refused({ why: 'changed', name: now.name });
    const back = { ...(isRenamed && { name: from.name }), ...(isMoved && { parentId: from.parentId }) };
    await updateEntry(write, scope, id, { ...back, budget }).catch((error: unknown) => throwAs(error, now.name));
  },

  async trash({ write, scope, elsewhere }, { id, from, at }) {
    const { trx } = write;
    const ofAccount = trx.selectFrom('entries').select('trashed_at').where('account', '=', scope.account);
    const now = await ofAccount.where('id', '=', id).executeTakeFirst();
    if (now?.trashed_at !== at) throw refused({ why: 'not-in-trash', name: from.name });
    const { name, parentId } = await restoreEntry(write, scope, id).catch((error: unknown) => {
      const isGone = error instanceof KeepsakeError && error.code === 'not-in-trash';
      throw isGone ? refused({ why: 'not-in-trash', name: from.name }) : error;
    });
    if (name !== from.name || parentId !== from.parentId) elsewhere.push({ id, name, parentId });
  },

  async restore({ write, scope, at, budget }, { id, from, to, blobId }) {
    const now = await live(write, scope, id);
    const isPlaced = now.name === to.name && now.parentId === to.parentId;
    // A newer content is not taken to Trash with it.
    if (!isPlaced || (blobId && (await currentBlob(write, scope, id)) !== blobId))
      throw refused({ why: 'changed', name: now.name });
    // What is in Trash is from Root once its folder was deleted forever.
    const parentId = from.parentId !== null && (await exists(write, scope, from.parentId)) ? from.parentId : null;
    if (now.isFolder && parentId !== null && parentId !== to.parentId) {
      // It may be restored to there again, unless that folder was moved into it meanwhile.
      const line = required((await allAncestors(write.trx, scope, [parentId])).get(parentId), 'path of an entry');
      if (line.some((folder) => folder.id === id)) throw refused({ why: 'changed', name: now.name });
      await checkTreeDepth(write.trx, scope, id, { line, budget }).catch((error: unknown) => throwAs(error, now.name));
    }
    await moveToTrash(write, scope, id, at, { ...from, parentId });
  },

  /** It has its star since when it had it before, so that it is where it was among what is starred. */
  async star({ write, scope, at }, { id, starred, before }) {
    await live(write, scope, id);
    await starEntry(write, scope, id, { starred: !starred, at: before ?? at });
  },

  /** The earlier content comes back as a version of its own, unless it is damaged. */
  async content({ write, damage, scope, at, withEarlierContent }, { id, from, to }) {
    const { name, parentId } = await live(write, scope, id);
    const { fileId = id, ...content } = from;
    if ((await currentBlob(write, scope, id)) !== to.blobId) throw refused({ why: 'changed', name });
    const earlier = await write.trx
      .selectFrom('versions')
      .innerJoin('blobs', 'blobs.id', 'versions.blob_id')
      .select(['versions.size', 'versions.content_type', 'versions.metadata', 'blobs.damaged_at'])
      .where('versions.entry_id', '=', fileId)
      .where('versions.blob_id', '=', from.blobId)
      .orderBy('generation', 'desc')
      .executeTakeFirst();
    if (earlier === undefined) throw refused({ why: 'gone', name });
    if (earlier.damaged_at !== null) {
      damage.suspect(from.blobId);
      throw refused({ why: 'damaged', name });
    }
    const { content_type: contentType, size, metadata } = earlier;
    const place = { folderId: parentId, name };
    const there = await fileAt(write.trx, scope, { ...place, ifGeneration: null });
    await addVersions(write, scope, [{ ...place, ...content, there, size, contentType, metadata, at }], {
      apart: false,
    });
    withEarlierContent.add(id);
  },

  async describe({ write, scope, at }, { id, versionId, from, to }) {
    const { name } = await live(write, scope, id);
    const current = await write.trx
      .selectFrom('entries')
      .innerJoin('versions', 'versions.id', 'entries.current_version')
      .select(['versions.id', 'versions.metageneration'])
      .where('entries.id', '=', id)
      .executeTakeFirst();
    if (current?.id !== versionId || current.metageneration !== to.metageneration)
      throw refused({ why: 'changed', name });
    await describeVersion(write, scope, { fileId: id, versionId, to: from, at });
  },
};

const refusedCodes = {
  'name-taken': 'name-taken',
  'folder-not-found': 'folder-gone',
  'move-into-itself': 'changed',
  'too-deep': 'changed',
} as const;

/**
 * Takes back a step. Throws cannot-undo if the entry is not as the step left it, or the content that would come back is damaged, and
 * what `checkTreeDepth` throws.
 */
export async function undoStep(undoing: Undoing, step: Step): Promise<void> {
  const undo = undoers[step.did] as (undoing: Undoing, step: Step) => Promise<void>;
  await undo(undoing, step);
}

async function live({ trx }: Write, scope: Scope, id: string) {
  const entry = (await readEntries(trx, scope, [id])).get(id);
  if (entry === undefined) throw refused({ why: 'gone', name: undefined });
  return { ...(await placeOf(trx, scope, id)), isFolder: entry.folder !== null, version: entry.file?.version ?? 1 };
}

/** What a file shows. */
async function currentBlob({ trx }: Write, scope: Scope, id: string): Promise<string | undefined> {
  const ofAccount = trx.selectFrom('entries').where('entries.account', '=', scope.account);
  const current = await ofAccount
    .innerJoin('versions', 'versions.id', 'entries.current_version')
    .select('versions.blob_id')
    .where('entries.id', '=', id)
    .executeTakeFirst();
  return current?.blob_id;
}

async function exists({ trx }: Write, scope: Scope, id: string): Promise<boolean> {
  const ofAccount = trx.selectFrom('entries').select('id').where('account', '=', scope.account);
  return (await ofAccount.where('id', '=', id).executeTakeFirst()) !== undefined;
}

async function hasChildren({ trx }: Write, scope: Scope, id: string): Promise<boolean> {
  for await (const { nodes } of walkBelow(trx, scope, [id])) return nodes.length > 0;
  return false;
}

function throwAs(error: unknown, name: string): never {
  const why = error instanceof KeepsakeError ? refusedCodes[error.code as keyof typeof refusedCodes] : undefined;
  throw why === undefined ? error : refused({ why, name });
}

function refused(data: CannotUndo): KeepsakeError {
  return new KeepsakeError('cannot-undo', { data });
}
