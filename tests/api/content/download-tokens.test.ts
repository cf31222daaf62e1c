import { beforeAll, describe, expect, test } from 'vitest';
import { maxDownloadTokens } from '#contract/limits.ts';
import type { File } from '#contract/records/entries.ts';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const body = bytes(1000);
const nobody = '0198c0de-0000-7000-8000-000000000000';

describe('download tokens', () => {
  let server: SharedServer;
  let ada: Person;
  let file: File;
  /** A private window: no cookies, no Origin. */
  const open = (path: string, init?: RequestInit) => fetch(new URL(path, server.baseUrl), init);
  beforeAll(async () => {
    server = await sharedServer();
    ada = await signUp(server);
    file = await uploadFile(ada, { name: 'photo 1.png', body, contentType: 'image/png' });
  });

  test('open the file in a private window, with the headers that keep it inert', async () => {
    const made = await ada.api.downloadTokens.create({ fileId: file.id });
    expect(made).toMatchObject({ fileId: file.id, expiresAt: null, url: `${file.url}?token=${made.token}` });
    expect(made.token).toMatch(/^[\w-]{43}$/);
    const answer = await open(made.url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(body));
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await open(made.url, { method: 'HEAD' })).headers.get('content-length')).toBe('1000');
    expect((await open(made.url, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
    expect((await open(file.url)).status).toBe(401);
  });

  test('open every version of their file, and nothing else', async () => {
    const first = await uploadFile(ada, { name: 'versions.txt', body: bytes(10) });
    const { token } = await ada.api.downloadTokens.create({ fileId: first.id });
    const next = await uploadFile(ada, { name: 'versions.txt', body: bytes(20) });
    for (const [url, size] of [
      [first.url, 10],
      [next.url, 20],
    ] as const) {
      expect((await (await open(`${url}?token=${token}`)).arrayBuffer()).byteLength).toBe(size);
    }
    expect((await open(`${file.url}?token=${token}`)).status).toBe(404);
    expect((await open(`${file.url.replace('content', 'preview')}?token=${token}`)).status).toBe(404);
    const versionId = next.url.split('/')[3];
    expect((await open(`/preview/${next.id}/${versionId}?token=${token}`)).status).toBe(401);
    expect((await open(`/api/entries/${next.id}?token=${token}`)).status).toBe(401);
  });

  test('an account has a limited number of', async () => {
    const bob = await signUp(server);
    const { id: fileId } = await uploadFile(bob, { name: 'shared.txt', body: bytes(10) });
    const first = await bob.api.downloadTokens.create({ fileId });
    await query(
      server,
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${maxDownloadTokens - 1})
       insert into download_tokens (id, account, entry_id, token_hash, created_at)
       select id || n, account, entry_id, token_hash || n, created_at from download_tokens, numbers where id = '${first.id}'`,
    );
    await expect(bob.api.downloadTokens.create({ fileId })).rejects.toMatchObject({
      code: 'too-many-tokens',
      status: 409,
      data: { max: maxDownloadTokens },
    });
    await bob.api.downloadTokens.revoke({ id: first.id });
    await bob.api.downloadTokens.create({ fileId });
    // Of others nobody notices it.
    await ada.api.downloadTokens.create({ fileId: file.id });
  });

  test('wrong, revoked, expired, in Trash and absent are answered alike', async () => {
    const ended = await ada.api.downloadTokens.create({ fileId: file.id, expiresAt: Date.now() + 10 ** 7 });
    expect((await open(ended.url)).status).toBe(200);
    await query(server, `update download_tokens set expires_at = ${Date.now() - 1} where id = '${ended.id}'`);
    const revoked = await ada.api.downloadTokens.create({ fileId: file.id });
    await ada.api.downloadTokens.revoke({ id: revoked.id });
    const trashed = await uploadFile(ada, { name: 'trashed.txt', body });
    const ofTrashed = await ada.api.downloadTokens.create({ fileId: trashed.id });
    await ada.api.entries.remove({ id: trashed.id });
    for (const path of [
      ended.url,
      revoked.url,
      ofTrashed.url,
      `${file.url}?token=`,
      `${file.url}?token=${'A'.repeat(43)}`,
      `/content/${nobody}/${nobody}/x?token=${ofTrashed.token}`,
      `/content/a%00/b/c?token=${ofTrashed.token}`,
    ]) {
      const answer = await open(path);
      expect([path, answer.status, await answer.text()]).toEqual([
        path,
        404,
        JSON.stringify({ code: 'object-not-found', message: 'This file does not exist.' }),
      ]);
    }
  });

  test('are listed without their secret, and are their owner’s alone', async () => {
    const own = await uploadFile(ada, { name: 'listed.txt', body });
    const { token, url, ...told } = await ada.api.downloadTokens.create({ fileId: own.id });
    expect(await ada.api.downloadTokens.list({ fileId: own.id })).toEqual([told]);
    const bob = await signUp(server);
    const absent = { code: 'object-not-found', status: 404 };
    await expect(bob.api.downloadTokens.list({ fileId: own.id })).rejects.toMatchObject(absent);
    await expect(bob.api.downloadTokens.create({ fileId: own.id })).rejects.toMatchObject(absent);
    await expect(bob.api.downloadTokens.revoke({ id: told.id })).rejects.toMatchObject({ code: 'token-not-found' });
    expect((await bob.fetch(url)).status).toBe(200);
    await ada.api.downloadTokens.revoke({ id: told.id });
    expect(await ada.api.downloadTokens.list({ fileId: own.id })).toEqual([]);
    expect(token).not.toBe('');
  });

  test('are for files, and for times to come', async () => {
    const folder = await ada.api.folders.create({ name: 'A folder', parentId: null });
    for (const fileId of [folder.id, nobody]) {
      await expect(ada.api.downloadTokens.create({ fileId })).rejects.toMatchObject({ code: 'object-not-found' });
    }
    for (const expiresAt of [Date.now() - 1, -1, 1.5]) {
      await expect(ada.api.downloadTokens.create({ fileId: file.id, expiresAt })).rejects.toMatchObject({
        code: 'invalid-input',
      });
    }
    await expect(visit(server).api.downloadTokens.create({ fileId: file.id })).rejects.toMatchObject({ status: 401 });
  });
});
