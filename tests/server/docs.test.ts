import { beforeAll, describe, expect, test } from 'vitest';
import { visit } from '#tests/support/client/build-account.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

type OpenApi = {
  openapi: string;
  paths: Record<string, Record<string, { responses?: object; parameters?: { name: string }[] }>>;
  components: { schemas: object };
};

describe('the description of the API', () => {
  let server: SharedServer;
  let description: OpenApi;
  beforeAll(async () => {
    server = await sharedServer();
    description = (await (await visit(server).fetch('/api/openapi.json')).json()) as OpenApi;
  });

  test('names the header of what can be sent again, and of nothing else', () => {
    const withKey = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
        parameters.some(({ name }) => name === 'Idempotency-Key') ? [`${method.toUpperCase()} ${path}`] : [],
      ),
    );
    expect(withKey.toSorted()).toEqual([
      'DELETE /api/entries/{id}',
      'PATCH /api/entries/{id}',
      'POST /api/batch',
      'POST /api/folders',
      'POST /api/trash/{id}/restore',
      'POST /api/undo/{operationId}',
    ]);
  });

  test('has no schema of answers without content, and asks nobody to log in to log in', () => {
    const described = Object.entries(description.paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, { responses?: Record<string, object>; security?: [] }>).map(
        ([method, { responses = {}, security }]) => ({ at: `${method} ${path}`, empty: responses['204'], security }),
      ),
    );
    expect(described.filter(({ empty }) => empty && 'content' in empty)).toEqual([]);
    expect(described.filter(({ empty }) => empty).length).toBeGreaterThan(5);
    const open = described.filter(({ security }) => security?.length === 0).map(({ at }) => at);
    expect(open).toEqual(expect.arrayContaining(['get /healthz', 'post /api/auth/sign-in/email', 'get /api/log-in']));
    expect(open.filter((at) => at.includes('/folders') || at.includes('sign-out'))).toEqual([]);
  });

  test('is OpenAPI 3.1 and names every endpoint', () => {
    expect(description.openapi).toMatch(/^3\.1\./);
    const endpoints = Object.entries(description.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => key !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(new Set(endpoints)).toEqual(
      new Set([
        'GET /healthz',
        'GET /readyz',
        'GET /api/openapi.json',
        'GET /api/docs',
        'POST /api/auth/sign-up/email',
        'POST /api/auth/invitation',
        'POST /api/auth/sign-in/email',
        'POST /api/auth/second-step',
        'POST /api/auth/passkey-options',
        'POST /api/auth/passkey',
        'GET /api/account/two-step',
        'POST /api/account/two-step',
        'DELETE /api/account/two-step',
        'POST /api/account/two-step/on',
        'POST /api/account/two-step/backup-codes',
        'GET /api/account/passkeys',
        'POST /api/account/passkeys',
        'POST /api/account/passkeys/options',
        'PATCH /api/account/passkeys/{id}',
        'DELETE /api/account/passkeys/{id}',
        'POST /api/account/confirm/options',
        'POST /api/auth/sign-out',
        'GET /api/auth/get-session',
        'POST /api/auth/request-password-reset',
        'GET /api/auth/reset-password/{token}',
        'POST /api/auth/reset-password',
        'GET /api/search',
        'POST /api/undo/{operationId}',
        'GET /api/views/{view}',
        'GET /api/account/storage',
        'GET /api/account/two-step',
        'POST /api/account/two-step',
        'POST /api/account/two-step/on',
        'POST /api/account/two-step/backup-codes',
        'DELETE /api/account/two-step',
        'POST /api/auth/second-step',
        'GET /api/account/sessions',
        'DELETE /api/account/sessions',
        'DELETE /api/account/sessions/{id}',
        'POST /api/account/password',
        'POST /api/account/address',
        'DELETE /api/account/address',
        'POST /api/auth/confirm-address',
        'POST /api/auth/take-back-address',
        'GET /api/account/profile',
        'PUT /api/account/name',
        'GET /api/account/picture',
        'PUT /api/account/picture',
        'DELETE /api/account/picture',
        'POST /api/folders',
        'GET /api/folders/{id}',
        'GET /api/folders/{id}/children',
        'GET /api/folders/{id}/old-versions',
        'GET /api/entries/{id}',
        'PATCH /api/entries/{id}',
        'DELETE /api/entries/{id}',
        'POST /api/entries/{id}/copy',
        'GET /api/trash',
        'DELETE /api/trash',
        'POST /api/trash/{id}/restore',
        'DELETE /api/trash/{id}',
        'GET /api/files/{id}/versions',
        'POST /api/files/{id}/versions/{versionId}/restore',
        'DELETE /api/files/{id}/versions/{versionId}',
        'POST /api/files/keep-both',
        'GET /api/account/versions',
        'PUT /api/account/versions',
        'POST /api/batch',
        'GET /api/files/sizes/{size}',
        'POST /api/files/link',
        'GET /api/files/{id}/integrity',
        'GET /api/files/{id}/facts',
        'POST /api/files/{id}/unpack',
        'GET /api/unpackings',
        'GET /api/unpackings/{id}',
        'POST /api/unpackings/{id}/stop',
        'POST /api/account/confirm',
        'GET /api/account/identities',
        'DELETE /api/account/identities/{id}',
        'GET /api/log-in',
        'POST /api/openid/begin',
        'GET /api/openid/callback',
        'GET /api/account/role',
        'POST /api/account/set-up',
        'GET /api/admin/people',
        'PATCH /api/admin/people/{id}',
        'POST /api/admin/people/{id}/password-link',
        'POST /api/admin/people/{id}/end-sessions',
        'POST /api/admin/people/{id}/reset-two-step',
        'GET /api/admin/invitations',
        'POST /api/admin/invitations',
        'DELETE /api/admin/invitations/{id}',
        'GET /api/admin/server',
        'POST /api/admin/mail-test',
        'GET /api/admin/settings',
        'PATCH /api/admin/settings',
        'GET /api/account/events',
        'GET /api/app-passwords',
        'POST /api/app-passwords',
        'DELETE /api/app-passwords/{id}',
        'GET /api/entries/{fileId}/download-tokens',
        'POST /api/entries/{fileId}/download-tokens',
        'DELETE /api/download-tokens/{id}',
        'GET /api/objects',
        'GET /api/objects/{path}',
        'HEAD /api/objects/{path}',
        'PUT /api/objects/{path}',
        'POST /api/objects/{path}',
        'PATCH /api/objects/{path}',
        'DELETE /api/objects/{path}',
        'OPTIONS /api/uploads',
        'POST /api/uploads',
        'HEAD /api/uploads/{id}',
        'PATCH /api/uploads/{id}',
        'DELETE /api/uploads/{id}',
        'GET /content/{file}/{version}/{name}',
        'HEAD /content/{file}/{version}/{name}',
        'GET /preview/{file}/{version}',
        'POST /api/files/batch',
        'PUT /api/files/{file}/versions/{version}/poster',
        'GET /api/folders/{id}/archive',
        'HEAD /api/folders/{id}/archive',
        'POST /api/archives',
        'GET /api/archives/{id}',
        'HEAD /api/archives/{id}',
        'POST /api/account/archive',
        'GET /api/account/archive/{id}',
        'HEAD /api/account/archive/{id}',
        'POST /api/account/close',
        'POST /api/auth/keep-account',
        'GET /api/live',
      ]),
    );
    expect(Object.keys(description.components.schemas)).toEqual(expect.arrayContaining(['Folder', 'File', 'Change']));
  });

  test('refers to nothing that it does not describe', () => {
    const text = JSON.stringify(description);
    const named = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
    expect(Object.keys(description.components.schemas)).toEqual(expect.arrayContaining([...named]));
    expect(named).toContain('ObjectMetadata');
    expect(text).toContain('"scheme":"bearer"');
  });

  test('names the codes of each refusal', () => {
    const { responses } = description.paths['/api/folders']?.post ?? {};
    expect(JSON.stringify(responses)).toContain('name-taken');
  });

  test('every described address is there: none answers that nothing is at it', async () => {
    for (const [path, item] of Object.entries(description.paths)) {
      for (const method of Object.keys(item).filter((key) => key !== 'parameters')) {
        const response = await visit(server).fetch(path.replaceAll(/\{\w+\}/g, 'x'), {
          method: method.toUpperCase(),
          redirect: 'manual',
        });
        const text = await response.text();
        expect([method, path, text.includes('"not-found"')]).toEqual([method, path, false]);
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      }
    }
  });

  test('the page loads nothing from elsewhere', async () => {
    const page = await visit(server).fetch('/api/docs');
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    const html = await page.text();
    expect(html).not.toMatch(/https?:\/\//);
    for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect([address, (await visit(server).fetch(address)).status]).toEqual([address, 200]);
    }
  });
});
