/** What is starred and recent wherever it is, and what fills the space. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fileKinds } from '#contract/kinds.ts';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };

describe('starred and recent', () => {
  test('are reached from the header, follow what happens elsewhere, and a star is set and taken there', async () => {
    const { person, newPage } = await signedIn({ bypassCSP: true });
    const page = await newPage('/task');
    const header = page.getByRole('navigation', { name: 'Main', exact: true });
    await header.getByRole('link', { name: 'Starred' }).click();
    await page.getByRole('heading', { name: 'Nothing is starred.' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);

    const box = await person.api.folders.create({ name: 'Letters', parentId: null });
    const { id } = await uploadFile(person, { name: 'old.txt', folderId: box.id, body: bytes(20) });
    await person.api.entries.update({ id: box.id, starred: true });
    await person.api.entries.update({ id, starred: true });
    await expect.poll(() => namesOf(page)).toEqual(['old.txt', 'Letters']);
    expect(await page.getByRole('link', { name: 'Root, Letters' }).getAttribute('href')).toBe(`/folder/${box.id}`);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Star old.txt', pressed: true }).click();
    await expect.poll(() => namesOf(page)).toEqual(['Letters']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => namesOf(page)).toEqual(['old.txt', 'Letters']);

    await header.getByRole('link', { name: 'Recent' }).click();
    await expect.poll(() => namesOf(page)).toEqual(['old.txt']);
    await expect.poll(() => page.title()).toBe('Recent · Keepsake');
    await uploadFile(person, { name: 'new.txt', body: bytes(20) });
    await expect.poll(() => namesOf(page)).toEqual(['new.txt', 'old.txt']);
    const star = page.getByRole('button', { name: 'Star new.txt' });
    await star.focus();
    await page.keyboard.press('Enter');
    const offer = page.getByRole('status').filter({ hasText: 'Undo' });
    // It fades by itself, but not while it has the focus.
    await offer.getByRole('button', { name: 'Undo' }).focus();
    await offer.getByText('Starred').waitFor();
    await page.getByRole('button', { name: 'Star new.txt', pressed: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await page.goto('/task');
    await page
      .getByText('Starred', { exact: true })
      .filter({ hasNot: page.getByRole('link') })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Letters' }).click();
    await page.getByRole('link', { name: 'old.txt' }).waitFor();
    expect(await page.locator('.star-mark').count()).toBe(1);
  });

  test.each([
    // Tall enough that no crumb is half under the header.
    ['with the mouse', { viewport: { width: 1280, height: 1000 } }],
    ['on a phone', phone],
  ])('a star is set in the menu, for one and for all that is selected, and undone: %s', async (_, device) => {
    const { person, newPage } = await signedIn({ ...device, bypassCSP: true });
    await person.api.folders.create({ name: 'Box', parentId: null });
    for (const name of ['a.txt', 'b.txt']) await uploadFile(person, { name, body: bytes(20) });
    const page = await newPage('/task');
    await page.getByRole('button', { name: 'More actions for Box' }).click();
    await page.getByRole('menuitem', { name: 'Star', exact: true }).click();
    const offer = page.getByRole('status').filter({ hasText: 'Undo' });
    await offer.getByText('Starred', { exact: true }).waitFor();
    expect(await starred()).toEqual(['Box']);
    expect(await page.locator('.tile', { hasText: 'Box' }).locator('.star-mark').count()).toBe(1);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => starred()).toEqual([]);
    await page.locator('.star-mark').waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Box' }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await pick('Star');
    // It fades by itself, but not while it has the focus.
    await offer.getByRole('button', { name: 'Undo' }).focus();
    await expect.poll(async () => (await starred()).toSorted()).toEqual(['Box', 'a.txt', 'b.txt']);
    // What lies below the bar can be scrolled out from under it.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect(await findBarriers(page)).toEqual([]);
    await pick('Remove star');
    await offer.getByText('Star removed', { exact: true }).waitFor();
    expect(await starred()).toEqual([]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await starred()).toSorted()).toEqual(['Box', 'a.txt', 'b.txt']);

    /** On a phone the bar has no room for it, so that it is in More. */
    async function pick(name: string): Promise<void> {
      if (device === phone) await bar.getByRole('button', { name: 'More actions for the selection' }).click();
      await page.getByRole(device === phone ? 'menuitem' : 'button', { name, exact: true }).click();
    }

    async function starred(): Promise<string[]> {
      const { hits } = await person.api.views({ view: 'starred' });
      return hits.map(({ entry: { folder, file } }) => (folder ?? file)?.name ?? '');
    }
  });

  test('on a phone are reached from the menu of a folder, and from the profile', async () => {
    const { person, newPage } = await signedIn({ ...phone, bypassCSP: true });
    const { id } = await uploadFile(person, { name: 'a.txt', body: bytes(20) });
    const page = await newPage('/task');
    for (const view of ['Starred', 'Recent']) {
      await page.goto('/task');
      await page.getByRole('button', { name: 'Folder actions' }).tap();
      await page.getByRole('menuitem', { name: `Open ${view}` }).tap();
      await page.getByRole('heading', { name: view, exact: true }).waitFor();
    }
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Open Recent' }).click();
    await page.getByRole('button', { name: 'Star a.txt' }).click();
    // What fades meanwhile has not its contrast.
    await page.locator('.toast').waitFor();
    await expect.poll(async () => (await person.api.entries.get({ id })).file?.starred).toBe(true);
    await page.locator('.toast').waitFor({ state: 'detached' });
    expect(await findBarriers(page)).toEqual([]);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Open Starred' }).click();
    await expect.poll(() => namesOf(page)).toEqual(['a.txt']);
  });

  test('say when they cannot be read, and what was read stays while the server is away', async () => {
    const { person, newPage, expectError } = await signedIn();
    expectError(/500|ERR_INTERNET_DISCONNECTED/);
    const { id } = await uploadFile(person, { name: 'a.txt', body: bytes(20) });
    await person.api.entries.update({ id, starred: true });
    const page = await newPage('/task');
    await page.route('**/api/views/**', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal-error', message: 'x' } }),
    );
    const header = page.getByRole('navigation', { name: 'Main', exact: true });
    await header.getByRole('link', { name: 'Starred' }).click();
    await page.getByRole('alert').getByText('Starred could not be opened.').waitFor();
    const again = page.waitForResponse('**/api/views/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await again;
    await page.unroute('**/api/views/**');
    await person.api.folders.create({ name: 'A change', parentId: null });
    await expect.poll(() => namesOf(page)).toEqual(['a.txt']);
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    expect(await namesOf(page)).toEqual(['a.txt']);
    expect(await page.getByRole('button', { name: 'Star a.txt' }).isDisabled()).toBe(true);
  });
});

describe('storage in the profile', () => {
  test.each([
    ['with the mouse', {}],
    ['on a phone', phone],
  ])(
    'tells what fills the space, opens the largest files, and empties Trash after a question: %s',
    async (_, device) => {
      const { person, newPage } = await signedIn({ ...device, bypassCSP: true });
      const box = await person.api.folders.create({ name: 'Films', parentId: null });
      await put('film.mp4', 3000, 'video/mp4', box.id);
      await put('letter.txt', 200, 'text/plain');
      await put('letter.txt', 250, 'text/plain');
      const { id } = await put('gone.txt', 500, 'text/plain');
      await person.api.entries.remove({ id });
      const page = await newPage('/dashboard/storage');
      const storage = page.getByRole('region', { name: 'Storage' });
      await storage.getByText('4 kB used').waitFor();
      expect(await storage.getByRole('list').first().getByRole('listitem').allInnerTexts()).toEqual([
        'Videos 3 kB, 1 file',
        'Texts 750 bytes, 2 files',
        'Old versions 200 bytes',
      ]);
      await storage.getByText('500 bytes of it is in Trash, which is counted above.').waitFor();
      const largest = storage.getByRole('list', { name: 'Largest files' });
      await expect
        .poll(() => largest.getByRole('link').allInnerTexts())
        .toEqual(['film.mp4', 'Root, Films', 'letter.txt', 'Root']);
      expect(await largest.getByRole('link', { name: 'film.mp4' }).getAttribute('target')).toBe('_blank');
      expect(await findBarriers(page)).toEqual([]);

      await storage.getByRole('link', { name: 'Choose which to keep' }).click();
      const rule = page.getByRole('radiogroup', { name: 'Old versions' });
      await expect
        .poll(async () => await rule.evaluate((group) => group.getBoundingClientRect().top < innerHeight))
        .toBe(true);
      await storage.getByRole('button', { name: 'Empty Trash' }).click();
      const question = page.getByRole('dialog');
      await question.getByText('Everything in Trash will be deleted forever.').waitFor();
      await question.getByRole('button', { name: 'Empty Trash' }).click();
      await storage.getByText('Trash, 0 bytes').waitFor();
      expect((await person.api.trash.list({})).items).toEqual([]);
      await largest.getByRole('link', { name: 'Root, Films' }).click();
      await page.waitForURL(`**/folder/${box.id}`);
      await page.goBack();
      await storage.getByRole('link', { name: 'Videos' }).click();
      await page.waitForURL('**/find?kind=video');
      await page.getByRole('main').getByText('film.mp4').first().waitFor();
      // The profile, which has both, is left a moment after the address.
      await expect.poll(() => page.getByRole('main').getByText('letter.txt').count()).toBe(0);

      async function put(name: string, size: number, contentType: string, folderId?: string) {
        return await uploadFile(person, { name, body: bytes(size, `${name} ${size}`), contentType, folderId });
      }
    },
  );

  test('follows what changes elsewhere, and moves one of the largest files to Trash, which is undone', async () => {
    const { person, newPage } = await signedIn({ bypassCSP: true });
    await uploadFile(person, { name: 'small.bin', body: bytes(2000) });
    const page = await newPage('/dashboard/storage');
    const storage = page.getByRole('region', { name: 'Storage' });
    await storage.getByText('2 kB used').waitFor();
    await uploadFile(person, { name: 'large.bin', body: bytes(7000) });
    await storage.getByText('9 kB used').waitFor();
    const largest = storage.getByRole('list', { name: 'Largest files' }).locator('.space__name');
    await expect.poll(() => largest.allInnerTexts()).toEqual(['large.bin', 'small.bin']);
    await uploadFile(person, { name: 'plan.svg', body: Buffer.from('<svg/>'), contentType: 'image/svg+xml' });
    await storage.getByText('Pictures 6 bytes, 1 file').waitFor();
    await expect.poll(() => storage.locator('.space > .space__part').count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    // No two parts look alike, whichever there are.
    const parts = [...fileKinds, 'version'];
    const looks = await storage.locator('.space').evaluate((bar, ids) => {
      const [part] = bar.children as HTMLCollectionOf<HTMLElement>;
      return ids.map((id) => {
        part?.setAttribute('data-part', id);
        return part && getComputedStyle(part).background;
      });
    }, parts);
    expect(new Set(looks).size).toBe(parts.length);
    await storage.getByRole('button', { name: 'Move to Trash: large.bin' }).click();
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    // It goes by itself, but not while it has the focus.
    await undo.focus();
    await expect.poll(() => largest.allInnerTexts()).toEqual(['small.bin', 'plan.svg']);
    await storage.getByText('Trash, 7 kB').waitFor();
    await undo.click();
    await expect.poll(() => largest.allInnerTexts()).toEqual(['large.bin', 'small.bin', 'plan.svg']);
    await storage.getByText('Trash, 0 bytes').waitFor();
  });

  test('says when it cannot be read, and reads it again', async () => {
    const { person, newPage, expectError } = await signedIn();
    expectError(/500/);
    const page = await newPage('/task');
    await page.route('**/api/account/storage', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal-error', message: 'x' } }),
    );
    await page.goto('/dashboard/storage');
    const storage = page.getByRole('region', { name: 'Storage' });
    await storage.getByText('That did not work.').waitFor();
    const again = page.waitForResponse('**/api/account/storage');
    await storage.getByRole('button', { name: 'Try again' }).click();
    await again;
    await page.unroute('**/api/account/storage');
    // It is read again with any change, too.
    await person.api.folders.create({ name: 'A change', parentId: null });
    await storage.getByText('0 bytes used').waitFor();
  });
});

async function namesOf(page: Page): Promise<string[]> {
  return await page.locator('.view__name').allInnerTexts();
}
