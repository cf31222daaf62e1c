import { randomUUID } from 'node:crypto';
import { ApiError } from '#client/api-error.ts';
import type { ChangedEntry } from '#contract/records/entries.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { contentSize } from './choose.ts';
import type { AloneOperation, Done, Operation, Outcome } from './operation.ts';

/** Does an operation on the server and says what became of it. Throws what is no outcome: a failure of the server. */
export async function send(person: Person, operation: Operation, inParts: boolean): Promise<Outcome> {
  try {
    return await call(person, operation, inParts);
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500)
      return { is: 'refused', code: codeOf(error) };
    throw error;
  }
}

/** With the reason why something cannot be undone. */
function codeOf({ code, data }: ApiError): string {
  const { why } = (data ?? {}) as { why?: string };
  return why === undefined ? code : `${code} ${why}`;
}

async function call(person: Person, operation: Operation, inParts: boolean): Promise<Outcome> {
  const { api } = person;
  switch (operation.kind) {
    case 'create': {
      const { operationId, ...folder } = await api.folders.create({
        name: operation.name,
        parentId: operation.parentId,
      });
      return doneWith({ folder, file: null, operationId });
    }
    case 'update': {
      const { kind: _kind, ...change } = operation;
      return doneWith(await api.entries.update(change));
    }
    case 'star': {
      const changed = await api.entries.update({ id: operation.id, starred: operation.starred });
      return changed.operationId === null ? { is: 'nothing', answer: 'same' } : doneWith(changed);
    }
    case 'copy': {
      const { kind: _kind, ...to } = operation;
      return doneWith(await api.entries.copy(to));
    }
    case 'restore':
      return doneWith(await api.trash.restore({ id: operation.id }));
    case 'trash':
      return doneWithout(operation.id, (await api.entries.remove({ id: operation.id })).operationId);
    case 'remove':
      await api.trash.remove({ id: operation.id });
      return doneWithout(operation.id);
    case 'link': {
      const { parentId: folderId, name, content } = operation;
      const body = bytesOf(content);
      const { file } = await api.files.reuse({ name, folderId, size: body.length, sha256: sha256(body) });
      return file === null ? { is: 'nothing', answer: 'absent' } : doneWith({ folder: null, file, operationId: null });
    }
    case 'upload':
      return await upload(person, operation, inParts);
    default:
      return await callAlone(person, operation);
  }
}

async function callAlone({ api }: Person, operation: AloneOperation): Promise<Outcome> {
  switch (operation.kind) {
    case 'place': {
      const { what, kind: _kind, ...to } = operation;
      const { entries, operationId } = await api.batch({
        operations: [what === 'move' ? { do: 'update', ...to } : { do: 'copy', ...to }],
      });
      return doneWith({ ...(entries[0] ?? { folder: null, file: null }), operationId });
    }
    case 'move-many': {
      const { ids, parentId, ifTaken } = operation;
      const { entries, operationId } = await api.batch({
        operations: ids.map((id) => ({ do: 'update', id, parentId, ifTaken })),
      });
      return doneWith({ ...(entries.at(-1) ?? { folder: null, file: null }), operationId });
    }
    case 'restore-version': {
      const { operationId, ...file } = await api.versions.restore(await versionOf(api, operation));
      return doneWith({ folder: null, file, operationId });
    }
    case 'remove-version': {
      await api.versions.remove(await versionOf(api, operation));
      const entry = await api.entries.get({ id: operation.id });
      return doneWith({ ...entry, operationId: null });
    }
    case 'keep-both': {
      const { files } = await api.versions.keepBoth({ files: [{ id: operation.id, version: operation.number }] });
      const [pair] = files;
      if (pair === undefined) throw new Error('The answer names no file');
      return { ...doneWith({ folder: null, file: pair.file, operationId: null }), madeId: pair.added.id };
    }
    default:
      return doneWithout('', (await api.undo({ operationId: operation.operationId })).operationId);
  }
}

/** By its number; an id that no version has, when there is none of that number. */
async function versionOf(api: Person['api'], { id, number }: { id: string; number: number }) {
  const { versions } = await api.versions.list({ id, limit: 1000 });
  return { id, versionId: versions.find(({ version }) => version === number)?.id ?? randomUUID() };
}

async function upload(
  person: Person,
  { parentId: folderId, name, content }: Extract<Operation, { kind: 'upload' | 'link' }>,
  inParts: boolean,
): Promise<Outcome> {
  const body = bytesOf(content);
  const wanted = { name, folderId, length: body.length };
  const begun = await tus(person).begin(inParts ? wanted : { ...wanted, body });
  if (!begun.ok) return await refusedWith(begun);
  const place = begun.headers.get('location') ?? '';
  const stored = inParts ? await tus(person).send(place, 0, body) : begun;
  const id = stored.headers.get('keepsake-file');
  if (id !== null) return doneWithout(id);
  const refusal = await refusedWith(stored);
  const givenUp = await tus(person).giveUp(place);
  if (givenUp.ok) return refusal;
  // It went with its folder, or the janitor finished it meanwhile.
  const finished = (await tus(person).ask(place)).headers.get('keepsake-file');
  return finished === null ? refusal : doneWithout(finished);
}

async function refusedWith(response: Response): Promise<Outcome> {
  const { code } = (await response.json()) as { code: string };
  if (response.status >= 500) throw new Error(`The server answered ${response.status} ${code}`);
  return { is: 'refused', code };
}

export function bytesOf(content: string) {
  return bytes(contentSize(content), content);
}

function doneWith({ folder, file, operationId }: ChangedEntry): Done {
  if (folder)
    return { is: 'done', id: folder.id, name: folder.name, parentId: folder.parentId, version: 0, operationId };
  if (!file) throw new Error('An entry is a folder or a file');
  return { is: 'done', id: file.id, name: file.name, parentId: file.folderId, version: file.version, operationId };
}

/** The answer tells no more. */
function doneWithout(id: string, operationId: string | null = null): Done {
  return { is: 'done', id, name: '', parentId: null, version: 0, operationId };
}
