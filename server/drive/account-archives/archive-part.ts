import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32, gunzip, gzip } from 'node:zlib';
import type { ZipMember } from '../archives/zip-format.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A member of the archive of an account: a folder, a file whose bytes are a blob, or one that the archive itself brings. */
export type PartMember = ZipMember & {
  crc32: number;
  /** Of its bytes, hexadecimal; null for a folder. */
  sha256: string | null;
  /** The id of the blob of its bytes. */
  blob?: string;
  /** Its bytes, base64. */
  own?: string;
};

/** A member that the archive itself brings. */
export function ownMember(path: string, bytes: string | Uint8Array, modifiedAt: number): PartMember {
  const body = Buffer.from(bytes as Uint8Array);
  return {
    path,
    size: body.length,
    modifiedAt,
    crc32: crc32(body),
    sha256: createHash('sha256').update(body).digest('hex'),
    own: body.toString('base64'),
  };
}

/** As it is stored. */
export async function packMembers(members: readonly PartMember[]): Promise<Buffer> {
  return await pack(JSON.stringify(members), { level: 1 });
}

export async function unpackMembers(packed: Buffer): Promise<PartMember[]> {
  return JSON.parse((await unpack(packed)).toString());
}

/** The lines of SHA256SUMS for these members, as `sha256sum -c` reads them. Paths have neither backslashes nor line breaks. */
export function sumLines(members: readonly PartMember[]): string {
  return members.flatMap(({ path, sha256 }) => (sha256 === null ? [] : [`${sha256}  ${path}\n`])).join('');
}
