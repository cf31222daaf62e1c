import { randomUUID } from 'node:crypto';
import { ApiError } from '#client/api-error.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { unpackAll } from '#tests/support/client/unpack-all.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { sha256 } from '#tests/support/fixtures/bytes.ts';
import { makeZip } from '#tests/support/fixtures/files/make-zip.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';

/** What requests are about: ids, names and paths of the owner's, or of nothing. */
export type Things = Omit<Awaited<ReturnType<typeof plant>>, 'secrets'>;

let planted = 0;

/** A folder with a file, an upload in progress, a download token, something in Trash and an app password, all recognizable. */
export async function plant(owner: Person) {
  planted += 1;
  const mark = `canary-${randomUUID()}`;
  const folder = await owner.api.folders.create({ name: `${mark}-folder`, parentId: null });
  const content = Buffer.from(`${mark}-content ${'x'.repeat(planted)}`);
  const begin = { name: `${mark}.part`, length: 8, folderId: folder.id };
  const original = Buffer.from(`${mark}-original`);
  await uploadFile(owner, { name: `${mark}.txt`, body: original, folderId: folder.id });
  const [file, trashed, location, appPassword] = await Promise.all([
    uploadFile(owner, { name: `${mark}.txt`, body: content, folderId: folder.id }),
    owner.api.folders.create({ name: `${mark}-trashed`, parentId: folder.id }),
    tus(owner).place(begin),
    owner.api.appPasswords.create({ name: `${mark}-program` }),
  ]);
  const upload = location.split('/').at(-1) ?? '';
  const [token, { operationId }] = await Promise.all([
    owner.api.downloadTokens.create({ fileId: file.id }),
    owner.api.entries.remove({ id: trashed.id }),
  ]);
  const { versions } = await owner.api.versions.list({ id: file.id });
  const archive = await owner.api.archives.create({ ids: [folder.id] });
  const accountArchive = await archiveOf(owner);
  const packed = makeZip([{ name: `${mark}-packed.txt`, bytes: content }]);
  const zip = await uploadFile(owner, { name: `${mark}.zip`, body: packed, folderId: folder.id });
  const unpacking = await unpackAll(owner, zip.id);
  const elsewhere = (await owner.api.account.sessions.list()).find(({ isCurrent }) => !isCurrent);
  const things = {
    folder: folder.id,
    file: file.id,
    version: file.url.split('/')[3] ?? '',
    earlierVersion: versions[1]?.id ?? '',
    trashed: trashed.id,
    archive: archive.url.split('/').at(-1) ?? '',
    accountArchive,
    zip: zip.id,
    unpacking: unpacking.id,
    /** That moved it to Trash. */
    operation: operationId ?? '',
    upload,
    tokenId: token.id,
    token: token.token,
    appPassword: appPassword.id,
    /** One that nothing needs, while there is one. */
    session: elsewhere?.id ?? randomUUID(),
    hash: sha256(content),
    size: content.length,
    owner: owner.uid,
    email: owner.email,
    password: owner.password,
    /** Of a folder and a file, as the bucket names it; of a principal whose Root is the folder, the file alone. */
    path: `${folder.name}/${file.name}`,
    /** A path beside it where nothing is. */
    freePath: `${folder.name}/new-${randomUUID()}`,
  };
  const { size: _size, path: _path, freePath: _freePath, version, ...rest } = things;
  return { ...things, secrets: [mark, version, owner.uid, ...Object.values(rest)] };
}

/** The archive of a person, made once: only the last two stay. */
async function archiveOf(owner: Person): Promise<string> {
  const begun = archives.get(owner) ?? waitFor(() => tryToMake(owner), { what: 'a moment without changes' });
  archives.set(owner, begun);
  return await begun;
}

const archives = new WeakMap<Person, Promise<string>>();

async function tryToMake(owner: Person): Promise<string | undefined> {
  try {
    return (await owner.api.account.archive({})).url.split('/').at(-1);
  } catch (error) {
    // Others are planting.
    if (error instanceof ApiError && error.code === 'archive-changed') return undefined;
    throw error;
  }
}

/** The same with ids and names that nobody has. */
export function absent(): Things {
  const name = randomUUID();
  return {
    folder: randomUUID(),
    file: randomUUID(),
    version: randomUUID(),
    earlierVersion: randomUUID(),
    trashed: randomUUID(),
    archive: randomUUID(),
    accountArchive: randomUUID(),
    zip: randomUUID(),
    unpacking: randomUUID(),
    operation: randomUUID(),
    upload: randomUUID(),
    tokenId: randomUUID(),
    token: randomUUID(),
    appPassword: randomUUID(),
    session: randomUUID(),
    hash: sha256(Buffer.from(name)),
    size: 987_654,
    owner: name,
    email: `${name}@example.org`,
    password: name,
    path: `${name}/${name}.txt`,
    freePath: `${name}/new`,
  };
}

/** As a principal sees them whose Root is the folder. */
export function withinFolder(things: Things): Things {
  const inFolder = (path: string) => path.slice(path.indexOf('/') + 1);
  return { ...things, path: inFolder(things.path), freePath: inFolder(things.freePath) };
}
