import type { ObjectList, ObjectMetadata } from '#contract/records/objects.ts';
import type { Visitor } from './build-account.ts';

type Options = { query?: Record<string, string>; headers?: Record<string, string> };

/** Speaks to the bucket by path, by hand. Paths are plain; each name is percent-encoded here. */
export function bucket({ fetch }: Pick<Visitor, 'fetch'>) {
  return {
    call(method: string, path: string, { query = {}, headers = {} }: Options = {}, body?: BodyInit): Promise<Response> {
      const encoded = path.split('/').map(encodeURIComponent).join('/');
      const search = new URLSearchParams(query).toString();
      return fetch(`/api/objects/${encoded}${search && `?${search}`}`, {
        method,
        headers,
        body: body ?? null,
        ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
      });
    },
    put(path: string, body: BodyInit, options?: Options) {
      return this.call('PUT', path, options, body);
    },
    /** Stores an object, with its folders, and returns its metadata. */
    async store(path: string, body: BodyInit, { query = {}, headers = {} }: Options = {}): Promise<ObjectMetadata> {
      const response = await this.put(path, body, { query: { createFolders: 'true', ...query }, headers });
      if (!response.ok) throw new Error(`${path} was not stored: ${response.status} ${await response.text()}`);
      return (await response.json()) as ObjectMetadata;
    },
    async metadata(path: string): Promise<ObjectMetadata> {
      return (await (await this.call('GET', path)).json()) as ObjectMetadata;
    },
    patch(path: string, change: unknown, options?: Options) {
      return this.call('PATCH', path, options, JSON.stringify(change));
    },
    async list(query: Record<string, string> = {}): Promise<ObjectList> {
      const response = await this.call('GET', '', { query });
      if (!response.ok) throw new Error(`No list: ${response.status} ${await response.text()}`);
      return (await response.json()) as ObjectList;
    },
  };
}

/** Status and code of an answer. */
export async function outcome(response: Response): Promise<[number, string | undefined]> {
  const text = await response.text();
  return [response.status, text === '' ? undefined : (JSON.parse(text) as { code?: string }).code];
}
