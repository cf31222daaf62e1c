import type { OwnFacts } from '#contract/records/facts.ts';
import type { Bytes } from '../headers/tiff-directories.ts';
import { countFact, takenFact, textFact } from './fact-values.ts';
import { secondsFact } from './seconds-fact.ts';

/** Of the header, in which some have a picture of the cover; the objects that count come first. */
const headBytes = 256 * 1024;
/** Of an object: a GUID, and its length with both (ASF 1.2, section 2.1); the header also counts what is in it. */
const [objectBytes, headerBytes] = [24, 30];
const guids = {
  header: '3026b2758e66cf11a6d900aa0062ce6c',
  file: 'a1dcab8c47a9cf118ee400c00c205365',
  stream: '9107dcb7b7a9cf118ee600c00c205365',
  film: 'c0ef19bc4d5bcf11a8fd00805f5c442b',
  description: '3326b2758e66cf11a6d900aa0062ce6c',
};
/** Places in them, with their heads. */
const [createdAt, playedAt, prerollAt, fileBytes] = [48, 64, 80, 88];
const [widthAt, heightAt, streamBytes] = [78, 82, 86];
const textsAt = 34;
/** Times are in 100 ns since 1601. */
const [ticksASecond, until1970Ms] = [10_000_000, 11_644_473_600_000];

/** What a WMV or WMA says in its header (ASF 1.2). Throws if it is none. */
export async function asfFacts({ size, read }: Bytes): Promise<Partial<OwnFacts>> {
  const head = Buffer.from(await read(0, Math.min(size, headBytes)));
  if (head.toString('hex', 0, 16) !== guids.header) throw new Error('No ASF');
  const objects = [...objectsIn(head)];
  const find = (guid: string, least: number) =>
    objects.find((object) => object.toString('hex', 0, 16) === guid && object.length >= least);
  const file = find(guids.file, fileBytes);
  const film = objects.find(
    (object) => object.toString('hex', 0, 40).startsWith(guids.stream) && object.toString('hex', 24, 40) === guids.film,
  );
  const [title, artist] = textsIn(find(guids.description, textsAt));
  return {
    takenAt: takenFact(file && createdIn(file), { offset: 'Z', from: 'container' }),
    width: film && film.length >= streamBytes ? countFact(film.readUInt32LE(widthAt)) : null,
    height: film && film.length >= streamBytes ? countFact(film.readUInt32LE(heightAt)) : null,
    seconds: file ? secondsFact(secondsIn(file)) : null,
    title: textFact(title),
    artist: textFact(artist),
  };
}

function* objectsIn(head: Buffer): Generator<Buffer> {
  for (let at = headerBytes; at + objectBytes <= head.length; ) {
    const length = Number(head.readBigUInt64LE(at + 16));
    if (length < objectBytes) return;
    yield head.subarray(at, at + length);
    at += length;
  }
}

/** The standard is of 1998: an earlier time is that of a clock that was not set. */
function createdIn(file: Buffer): Date | undefined {
  const at = Number(file.readBigUInt64LE(createdAt)) / (ticksASecond / 1000) - until1970Ms;
  return at > Date.UTC(1998, 0) ? new Date(at) : undefined;
}

/** Without what a player holds before it plays, which is in milliseconds. */
function secondsIn(file: Buffer): number {
  return Number(file.readBigUInt64LE(playedAt)) / ticksASecond - Number(file.readBigUInt64LE(prerollAt)) / 1000;
}

/** Five texts in UTF-16, behind their lengths: the title and its author are the first two. */
function textsIn(description: Buffer | undefined): string[] {
  if (description === undefined) return [];
  const [title, author] = [description.readUInt16LE(objectBytes), description.readUInt16LE(objectBytes + 2)];
  return [
    description.toString('utf16le', textsAt, textsAt + title),
    description.toString('utf16le', textsAt + title, textsAt + title + author),
  ];
}
