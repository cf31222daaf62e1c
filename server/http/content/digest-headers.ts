import {
  type ChecksumAlgorithm,
  checksumAlgorithms,
  contentDigestHeader,
  wholeDigestHeader,
} from '#contract/storage.ts';
import type { Checksum } from '#server/drive/uploads/upload-checksum.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const digestBytes: Record<ChecksumAlgorithm, number> = { sha1: 20, sha256: 32, md5: 16 };

/** `Repr-Digest` of a response: the SHA-256 of the whole representation (RFC 9530, section 3). */
export function reprDigest(sha256: string): Record<string, string> {
  return { 'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:` };
}

/**
 * The SHA-256 of the whole file, hexadecimal, as declared by `Repr-Digest` of a request; other algorithms are ignored (RFC
 * 9530, section 3). Throws upload-request-invalid when it cannot be read.
 */
export function declaredSha256(headers: Headers): string | undefined {
  return sha256In(headers, wholeDigestHeader)?.toString('hex');
}

/**
 * The same for a request whose content is the whole file, so that `Content-Digest` declares it too (RFC 9530, section 2). Throws
 * digest-mismatch as well: no bytes have two.
 */
export function declaredSha256OfContent(headers: Headers): string | undefined {
  const [whole, content] = [declaredSha256(headers), sha256In(headers, contentDigestHeader)?.toString('hex')];
  if (whole !== undefined && content !== undefined && whole !== content) throw new KeepsakeError('digest-mismatch');
  return whole ?? content;
}

/**
 * The checksum of a request's bytes: `Upload-Checksum` (tus 1.0, checksum), otherwise `Content-Digest`. Throws checksum-unsupported
 * for an `Upload-Checksum` that is not checked here, upload-request-invalid when it cannot be read.
 */
export function declaredChecksum(headers: Headers): Checksum | undefined {
  const header = headers.get('upload-checksum');
  if (header === null) {
    const digest = sha256In(headers, contentDigestHeader);
    return digest && { algorithm: 'sha256', digest };
  }
  const [name, text, ...rest] = header.split(' ');
  const algorithm = checksumAlgorithms.find((known) => known === name);
  if (algorithm === undefined) throw new KeepsakeError('checksum-unsupported');
  if (rest.length > 0) throw new KeepsakeError('upload-request-invalid');
  return { algorithm, digest: readDigest(text, algorithm) };
}

function sha256In(headers: Headers, name: string): Buffer | undefined {
  const members = (headers.get(name) ?? '').split(',').map((member) => member.trim());
  // Of a repeated key, the last one counts (RFC 8941, section 3.2).
  const member = members.findLast((text) => /^sha-256(?![\w.*-])/.test(text));
  return member === undefined ? undefined : readDigest(/^sha-256=:([^:]*):$/.exec(member)?.[1], 'sha256');
}

function readDigest(text: string | undefined, algorithm: ChecksumAlgorithm): Buffer {
  const digest = text !== undefined && base64.test(text) ? Buffer.from(text, 'base64') : undefined;
  if (digest?.length !== digestBytes[algorithm]) throw new KeepsakeError('upload-request-invalid');
  return digest;
}
