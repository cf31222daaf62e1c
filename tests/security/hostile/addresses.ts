import type { ObjectMetadata } from '#contract/records/objects.ts';
import { bucket } from '#tests/support/client/bucket.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import type { HostileFile } from './corpus/hostile-file.ts';

/** Every url that gives bytes of a file, or text that its owner chose, by kind. */
export type Addresses = Record<AddressKind, string>;
export type AddressKind = (typeof addressKinds)[number];

export const addressKinds = [
  'content',
  'renamed',
  'token',
  'object',
  'earlier',
  'tricked',
  'preview',
  'metadata',
  'list',
  'entry',
  'facts',
  'folder',
  'missing',
] as const;

/** The routes behind them, as the contract writes them. */
export const addressRoutes: readonly string[] = [
  '/content/{file}/{version}/{name}',
  '/preview/{file}/{version}',
  '/api/objects',
  '/api/objects/{path}',
  '/api/entries/{id}',
  '/api/files/{id}/facts',
  '/api/folders/{id}/children',
];

/** What a browser might be asked to do by the url itself. */
const tricks = 'alt=media&response-content-type=text/html&contentType=text/html&download=0&inline=1&format=html';

/** Stores a file in two versions, of which both are hostile, and returns its addresses. Undefined if it is refused. */
export async function storeHostile(person: Person, file: HostileFile, hit: string): Promise<Addresses | undefined> {
  const first = await post(person, file, hit);
  if (first === undefined) return undefined;
  const { url, fileId } = (await post(person, file, `${hit}/2`)) ?? first;
  const { token } = await person.api.downloadTokens.create({ fileId });
  const path = encodeURIComponent(file.name);
  const [, , , version] = url.split('/');
  return {
    content: `${url}?`,
    renamed: `/content/${fileId}/${version}/page.html?`,
    token: `${url}?token=${token}`,
    object: `/api/objects/${path}?alt=media`,
    earlier: `${first.url}?`,
    tricked: `${url}?${tricks}`,
    preview: `/preview/${fileId}/${version}?`,
    metadata: `/api/objects/${path}?`,
    list: `/api/objects?prefix=${path}`,
    entry: `/api/entries/${fileId}?`,
    facts: `/api/files/${fileId}/facts?`,
    folder: '/api/folders/root/children?',
    missing: `/api/objects/missing-${path.slice(0, 200)}?alt=media`,
  };
}

async function post(person: Person, { name, type, body, metadata }: HostileFile, hit: string) {
  const form = new FormData();
  form.set('metadata', JSON.stringify({ ...(type === '' ? {} : { contentType: type }), ...metadata }));
  const bytes = body(hit);
  form.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type: '' }));
  const response = await bucket(person).call('POST', name, {}, form);
  if (response.status === 400) return undefined;
  if (!response.ok) throw new Error(`${name} was not stored: ${response.status} ${await response.text()}`);
  return (await response.json()) as ObjectMetadata;
}
