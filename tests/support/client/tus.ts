import type { Visitor } from './build-account.ts';

/** An upload to begin; the headers are those of tus 1.0. */
type Begin = {
  name?: string;
  length: number | string;
  folderId?: string | null;
  type?: string;
  lastModified?: number | string;
  /** Further upload metadata. */
  metadata?: Record<string, string>;
  /** Bytes that travel with the creation. */
  body?: BodyInit;
  headers?: Record<string, string>;
};

const version = { 'tus-resumable': '1.0.0' };
const octets = { 'content-type': 'application/offset+octet-stream' };

/** Speaks tus 1.0 by hand, so that a test can also say what no client would. */
export function tus(visitor: Pick<Visitor, 'fetch'>) {
  return {
    begin({ name, length, folderId, type, lastModified, metadata: further, body, headers }: Begin): Promise<Response> {
      const metadata = encode({
        filename: name,
        folderId: folderId ?? undefined,
        filetype: type,
        lastModified,
        ...further,
      });
      return visitor.fetch('/api/uploads', {
        method: 'POST',
        headers: {
          ...version,
          'upload-length': String(length),
          ...(metadata === '' ? {} : { 'upload-metadata': metadata }),
          ...(body ? octets : {}),
          ...headers,
        },
        body: body ?? null,
        duplex: 'half',
      } as RequestInit);
    },
    async place(begin: Begin): Promise<string> {
      const response = await this.begin(begin);
      const location = response.headers.get('location');
      if (location === null) throw new Error(`No upload begun: ${response.status} ${await response.text()}`);
      return location;
    },
    send(location: string, offset: number | string, body: BodyInit, headers: Record<string, string> = {}) {
      return visitor.fetch(location, {
        method: 'PATCH',
        headers: { ...version, ...octets, 'upload-offset': String(offset), ...headers },
        body,
        duplex: 'half',
      } as RequestInit);
    },
    ask: (location: string) => visitor.fetch(location, { method: 'HEAD', headers: version }),
    async offset(location: string): Promise<number> {
      return Number((await this.ask(location)).headers.get('upload-offset') ?? Number.NaN);
    },
    giveUp: (location: string) => visitor.fetch(location, { method: 'DELETE', headers: version }),
  };
}

/** Upload-Metadata: pairs of key and Base64 value. */
function encode(metadata: Record<string, string | number | undefined>): string {
  return Object.entries(metadata)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key} ${Buffer.from(String(value)).toString('base64')}`]))
    .join(',');
}
