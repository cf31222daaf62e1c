import { maxPageSize, minPageSize } from '#contract/limits.ts';
import { generationPattern } from '#contract/storage.ts';
import { type ListQuery } from '#server/drive/objects/object-list.ts';
import type { ObjectPath } from '#server/drive/objects/object-paths.ts';
import type { Expected } from '#server/drive/objects/objects.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';

export const objectsPath = '/api/objects';

/** The path below the bucket, each name percent-encoded (RFC 3986, section 2.1); undefined for the bucket itself. Throws invalid-input. */
export function readPath({ pathname }: URL): ObjectPath | undefined {
  // Routes are found by the decoded path.
  if (!pathname.startsWith(objectsPath)) throw invalid('path', `Only what follows ${objectsPath} is percent-encoded`);
  const segments = pathname.slice(objectsPath.length + 1).split('/');
  try {
    const folders = segments.map(decodeURIComponent);
    const name = required(folders.pop(), 'last segment of a path');
    return name === '' && folders.length === 0 ? undefined : { folders, name };
  } catch {
    throw invalid('path', 'Not percent-encoded UTF-8');
  }
}

const conditions = ['ifGenerationMatch', 'ifMetagenerationMatch'];
const ofReading = ['alt', ...conditions];
const ofBytes = ['createFolders', ...conditions];

/** What each method takes in its query, and the list of the bucket. */
const parameters: Record<string, readonly string[]> = {
  list: ['prefix', 'delimiter', 'maxResults', 'pageToken'],
  GET: ofReading,
  HEAD: ofReading,
  PUT: ofBytes,
  POST: ofBytes,
  PATCH: conditions,
  DELETE: conditions,
};

/** A parameter that would be left out without a word is refused: another file might be meant, or another condition. Throws invalid-input. */
export function checkQuery({ searchParams }: URL, asked: string): void {
  const known = parameters[asked];
  if (known === undefined) return;
  const names = [...searchParams.keys()];
  for (const name of names) if (!known.includes(name)) throw invalid(name, 'Not a parameter here');
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw invalid(twice, 'Given more than once');
}

/** Whether missing folders of the path are created. Throws invalid-input. */
export function readCreateFolders({ searchParams }: URL): boolean {
  const wanted = searchParams.get('createFolders') ?? 'false';
  if (wanted !== 'true' && wanted !== 'false') throw invalid('createFolders', 'Neither true nor false');
  return wanted === 'true';
}

/** The generations that the object must have; a header takes precedence over the parameter. Throws invalid-input. */
export function readExpected({ headers, method, url }: Request): Expected {
  const { searchParams } = new URL(url);
  const read = (header: string, parameter: string) => {
    const text = headers.get(header) ?? searchParams.get(parameter);
    if (text === null) return undefined;
    if (!generationPattern.test(text)) throw invalid(parameter, 'Not a generation');
    return Number(text);
  };
  const isNew = method !== 'GET' && method !== 'HEAD' && isOnlyIfNew(headers);
  const expected = {
    generation: read('if-generation-match', 'ifGenerationMatch') ?? (isNew ? 0 : undefined),
    metageneration: read('if-metageneration-match', 'ifMetagenerationMatch'),
  };
  const isOfBytes = method === 'PUT' || method === 'POST';
  if (isOfBytes && expected.metageneration !== undefined)
    throw invalid('ifMetagenerationMatch', 'Bytes are written by ifGenerationMatch');
  return expected;
}

/** Conditions of HTTP that say another thing than generations are refused: a write that relies on one must not be done without it. */
function isOnlyIfNew(headers: Headers): boolean {
  // Entity tags and times identify a response, not the object.
  for (const header of ['If-Match', 'If-Unmodified-Since'])
    if (headers.has(header)) throw invalid(header, 'Use If-Generation-Match');
  const tag = headers.get('if-none-match');
  if (tag !== null && tag.trim() !== '*') throw invalid('If-None-Match', 'Only * is one here');
  return tag !== null;
}

/** Length of the body; undefined if it is not known in advance. Throws upload-length-invalid. */
export function readLength(headers: Headers): number | undefined {
  if (headers.has('transfer-encoding')) return undefined;
  const length = headers.get('content-length') ?? '0';
  if (!/^\d+$/.test(length)) throw new KeepsakeError('upload-length-invalid');
  return Number(length);
}

/**
 * What the bytes of a PUT are, if the client says it. A program that sends any file as a form of a page, as curl with
 * `--data-binary` and wget do, says nothing of it. Throws invalid-input.
 */
export function readContentType(headers: Headers): string | null {
  const type = headers.get('content-type');
  if (/^application\/x-www-form-urlencoded\b/i.test(type ?? '')) return null;
  // Its parts and their headers would be stored as the file.
  if (/^multipart\/form-data\b/i.test(type ?? ''))
    throw invalid('Content-Type', 'PUT takes the bytes of the file; a form is sent with POST');
  return type;
}

/** The requested page of a list (specification, section 9). Throws invalid-input. */
export function readListQuery({ searchParams }: URL): ListQuery {
  const delimiter = searchParams.get('delimiter') ?? '';
  if (delimiter !== '' && delimiter !== '/') throw invalid('delimiter', 'Only / is one');
  const wanted = searchParams.get('maxResults') ?? String(maxPageSize);
  const maxResults = /^\d{1,4}$/.test(wanted) ? Number(wanted) : 0;
  if (maxResults < minPageSize || maxResults > maxPageSize) {
    throw invalid('maxResults', `Not a number from ${minPageSize} to ${maxPageSize}`);
  }
  return {
    prefix: searchParams.get('prefix') ?? '',
    isFolded: delimiter === '/',
    pageToken: searchParams.get('pageToken') ?? undefined,
    maxResults,
  };
}

export function invalid(path: string, message: string): KeepsakeError {
  return new KeepsakeError('invalid-input', { data: { issues: [{ path, message }] } });
}
