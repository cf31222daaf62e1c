import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startUpload } from '#client/storage/upload.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { fillTrash } from './trash-screens.ts';
import { starSome } from './view-screens.ts';

/** The folders that the screens show. */
export type Home = { summer: string; empty: string; names: string; recipes: string };

const pictures = 'web/ui/pictures';
const media = 'tests/support/fixtures/media';

/** Names in other scripts, names that are cut in the middle of something, and names that try the layout. */
const unusualNames = [
  'Лето на озере.jpg',
  'Καλοκαίρι στη λίμνη.txt',
  'صيف على البحيرة.pdf',
  'קיץ על האגם.txt',
  '湖畔の夏休みの写真帳.jpg',
  '호숫가의 여름 방학.txt',
  '👨‍👩‍👧‍👦👩🏽‍🚀🏳️‍🌈🎂🎈🎁🪅🧁🍰🥳.png',
  'ñandú žluťoučký Æther Ø.txt',
  `${'very long '.repeat(20)}name.txt`,
  'no-ending',
  'WWWWWWWWWWWW.MMMMMM',
];

const jam = `How to make jam

Wash the plums, halve them and take out the stones. Weigh them: to two kilograms comes one of sugar.

Let both stand over night. In the morning heat them slowly, stirring all the while, until a drop on a cold plate no longer runs.

Fill the jars to the rim and turn them over for five minutes.
`;

/** Folders and files as a family would have them. */
export async function fillHome(person: Person): Promise<Home> {
  const folder = async (name: string, parentId: string | null) =>
    (await person.api.folders.create({ name, parentId })).id;
  const family = await folder('Family', null);
  await folder('Letters', null);
  const recipes = await folder('Recipes', null);
  await upload(person, recipes, 'jam.txt', Buffer.from(jam));
  for (const rest of ['Water, 300 g\nSalt, 10 g', 'Water, 330 g\nSalt, 10 g\nA little rye'])
    await upload(person, recipes, 'bread.txt', Buffer.from(`Flour, 500 g\n${rest}\nLet it rest overnight\n`));
  const empty = await folder('Garden', null);
  const summer = await folder('Summer at the lake', family);
  const first = await folder('First year', summer);
  for (const picture of ['meadow.webp', 'fruit.webp', 'birch.webp'])
    await upload(person, first, picture, await readFile(join(pictures, picture)));
  await folder('Garden', summer);
  for (const picture of await readdir(pictures))
    await upload(person, summer, picture, await readFile(join(pictures, picture)));
  for (const picture of ['meadow.webp', 'lake.webp'])
    await upload(person, summer, 'lake.webp', await readFile(join(pictures, picture)));
  await upload(person, summer, 'note to all.txt', Buffer.from('The boat is out again and the water is still cold.'));
  await upload(person, summer, 'Plum jam.pdf', Buffer.from('%PDF-1.4\n'));
  await upload(person, summer, 'Grandmother tells.m4a', await readFile(join(media, 'memo.m4a')));
  await upload(person, summer, 'first steps.webm', await readFile(join(media, 'film.webm')));
  await upload(person, summer, 'scans 1974.zip', Buffer.alloc(2_120_000));
  await upload(person, summer, 'dress.pes', Buffer.alloc(48_000));
  const names = await folder('Имена · أسماء · 名前', null);
  for (const name of ['Фотографии семьи', 'ألبوم العائلة', '家族の大切な思い出', '🌻🌻🌻🌻🌻🌻🌻🌻🌻🌻'])
    await folder(name, names);
  for (const name of unusualNames) await upload(person, names, name, Buffer.from(name));
  await fillTrash(person, { summer, family });
  await starSome(person, ['Letters', 'lake.webp', 'Plum jam.pdf']);
  return { summer, empty, names, recipes };
}

async function upload(person: Person, folderId: string, name: string, body: Buffer): Promise<void> {
  await startUpload(person.server, { name, body, folderId }).done;
}
