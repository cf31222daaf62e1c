import { ApiError } from '#client/api-error.ts';
import type { Entry } from '#contract/entries.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { contentSize } from './choose.ts';
import type { Operation, Outcome } from './model.ts';

/** Does an operation on the server and says what became of it. Throws what is no outcome: a failure of the server. */
export async function send(person: Person, operation: Operation, inParts: boolean): Promise<Outcome> {
  try {
    return await call(person, operation, inParts);
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500)
      return { is: 'refused', code: error.code };
    throw error;
  }
}

async function call({ api, ...person }: Person, operation: Operation, inParts: boolean): Promise<Outcome> {
  switch (operation.kind) {
    case 'create': {
      const folder = await api.folders.create({ name: operation.name, parentId: operation.parentId });
      return doneWith({ folder, file: null });
    }
    case 'update': {
      const { kind: _kind, ...change } = operation;
      return doneWith(await api.entries.update(change));
    }
    case 'star': {
      const { operationId, ...entry } = await api.entries.update({ id: operation.id, starred: operation.starred });
      return operationId === null ? { is: 'nothing', answer: 'same' } : doneWith(entry);
    }
    case 'copy': {
      const { kind: _kind, ...to } = operation;
      return doneWith(await api.entries.copy(to));
    }
    case 'restore':
      return doneWith(await api.trash.restore({ id: operation.id }));
    case 'trash':
      await api.entries.remove({ id: operation.id });
      return doneWithout(operation.id);
    case 'remove':
      await api.trash.remove({ id: operation.id });
      return doneWithout(operation.id);
    case 'link': {
      const { parentId: folderId, name, content } = operation;
      const body = bytesOf(content);
      const { file } = await api.files.reuse({ name, folderId, size: body.length, sha256: sha256(body) });
      return file === null ? { is: 'nothing', answer: 'absent' } : doneWith({ folder: null, file });
    }
    default:
      return await upload({ api, ...person }, operation, inParts);
  }
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
  const kept = inParts ? await tus(person).send(place, 0, body) : begun;
  const id = kept.headers.get('keepsake-file');
  if (id !== null) return doneWithout(id);
  const refusal = await refusedWith(kept);
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

function doneWith({ folder, file }: Entry): Outcome {
  if (folder) return { is: 'done', id: folder.id, name: folder.name, parentId: folder.parentId, version: 0 };
  if (file) return { is: 'done', id: file.id, name: file.name, parentId: file.folderId, version: file.version };
  throw new Error('An entry is a folder or a file');
}

/** The answer tells no more. */
function doneWithout(id: string): Outcome {
  return { is: 'done', id, name: '', parentId: null, version: 0 };
}
