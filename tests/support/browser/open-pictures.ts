import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { uploadFile } from '../client/upload-file.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import { signedIn } from './signed-in.ts';

const names = ['one.png', 'two.png', 'three.png'];

type Options = Parameters<typeof signedIn>[0];

/** Three pictures in Root, whose thumbnails are made; `view` looks at the first. */
export async function openPictures(then?: 'view', options: Options = {}) {
  const { newPage, person, ...rest } = await signedIn(options);
  const picture = sharp({ create: { width: 480, height: 320, channels: 3, background: '#367' } });
  const body = await picture.png().toBuffer();
  for (const name of names) await uploadFile(person, { name, body, contentType: 'image/png' });
  const files = await waitFor(
    async () => {
      const listed = await person.api.folders.children({ id: 'root' });
      return listed.files.every(({ preview }) => preview?.state === 'made') && listed.files;
    },
    { what: 'their thumbnails' },
  );
  const page = await newPage(then === undefined ? '/task' : `/task?view=${files[0]?.id}`);
  if (then === undefined) await page.getByRole('link', { name: 'one.png' }).waitFor();
  else await expectShown(page, 'one.png', '1 of 3');
  return { page, person, files, ...rest };
}

export const viewer = (page: Page) => page.locator('dialog.viewer');

/** The viewer shows the picture of that name, at such a place: "1 of 3". */
export async function expectShown(page: Page, name: string, place: string): Promise<void> {
  await viewer(page).getByRole('heading', { name, exact: true }).waitFor();
  await viewer(page).getByText(place, { exact: true }).waitFor();
  await page.locator('.picture__whole').waitFor();
}
