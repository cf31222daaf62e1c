import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { Person, Place } from '../client/build-account.ts';
import { uploadFile } from '../client/upload-file.ts';
import { avifOfSizes } from '../fixtures/memory-hungry-avif.ts';
import { again, type Begin, stranger } from './strangers.ts';

const waitingPictures = 50_000;
const uploadsAtOnce = 24;

export async function largePictures(place: Place): Promise<Begin> {
  const person = await stranger(place);
  const create = { width: 7000, height: 7000, channels: 3 as const, background: 'red' };
  const picture = await sharp({ create }).avif({ effort: 0 }).toBuffer();
  return oneAfterTheOther(person, picture);
}

/** A few hundred bytes, of which the coded picture says that it has 49 megapixels. */
export async function memoryHungryPictures(place: Place): Promise<Begin> {
  const person = await stranger(place);
  return oneAfterTheOther(person, await avifOfSizes({ declared: 64, coded: 7000 }));
}

/** Pictures come in faster than they are drawn. */
export async function manyWaitingPictures(place: Place): Promise<Begin> {
  const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const put = ({ fetch }: Person, name: string) =>
    fetch(`/api/objects/${name}.png`, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: Buffer.concat([dot, Buffer.from(name)]),
    });
  const person = await stranger(place, async (patient) => {
    let next = 0;
    const upload = async () => {
      while (next < waitingPictures) await put(patient, `${next++}`);
    };
    await Promise.all(Array.from({ length: uploadsAtOnce }, upload));
  });
  return again(async (round) => await put(person, `later ${round}`));
}

function oneAfterTheOther(person: Person, picture: Buffer): Begin {
  return again(async (round) => {
    // Other bytes each time, or there would be nothing to draw.
    const body = Buffer.concat([picture, Buffer.from(`${round}`)]);
    await uploadFile(person, { name: `${round}.avif`, contentType: 'image/avif', body });
    await pause(200);
  });
}
