/** What the specification says of a folder and its uploads, as it is seen. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { toastFadeMs, toastMaxWidthPx } from '#contract/display.ts';
import { messages } from '#contract/specification-messages.ts';
import { chooseFile } from '#tests/support/browser/fill-in.ts';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { fillWithFolders } from '#tests/support/browser/root-with-letters.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

describe('the folder view (sections 2, 4 and 5)', () => {
  test('breadcrumbs lead to Root and to every ancestor, and the current folder has a tile', async () => {
    const { person, newPage } = await signedIn();
    const outer = await person.api.folders.create({ name: 'Outer', parentId: null });
    const inner = await person.api.folders.create({ name: 'Inner', parentId: outer.id });
    const page = await newPage(`/folder/${inner.id}`);
    await page.getByRole('heading', { level: 1, name: 'Inner' }).waitFor();
    const links = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))).toEqual([
      ['Root', '/task'],
      ['Outer', `/folder/${outer.id}`],
    ]);
    expect(await page.getByRole('gridcell').locator('.box--current').innerText()).toBe('Inner');
  });

  test('a long name has one line among the breadcrumbs and three in the head, on a phone too', async () => {
    const { person, newPage } = await signedIn({ viewport: { width: 390, height: 844 } });
    const name = 'Summer at the lake with everybody '.repeat(6).trim();
    const { id } = await person.api.folders.create({ name, parentId: null });
    const page = await newPage(`/folder/${id}`);
    const heading = page.getByRole('heading', { level: 1, name });
    await heading.waitFor();
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    const linesOf = (element: Element) =>
      Math.round(element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight));
    expect(await crumbs.getByText(name).evaluate(linesOf)).toBe(1);
    expect((await crumbs.boundingBox())?.height).toBeLessThan(60);
    expect(await heading.evaluate(linesOf)).toBe(3);
    await page.getByRole('button', { name: 'Folder actions' }).click();
    expect(await page.locator('.menu__title').evaluate(linesOf)).toBe(2);
  });

  test('a divider stands between folders and files, and only then', async () => {
    const { person, newPage } = await signedIn();
    const page = await newPage('/task');
    await page.getByText('This folder is empty').waitFor();
    const divider = page.getByRole('main').getByRole('separator');
    expect(await divider.count()).toBe(0);
    const file = await uploadFile(person, { name: 'one.txt', body: bytes(3) });
    await page.getByRole('link', { name: 'one.txt' }).waitFor();
    expect(await divider.count()).toBe(0);
    await person.api.folders.create({ name: 'Box', parentId: null });
    await divider.waitFor();
    await person.api.entries.remove({ id: file.id });
    await page.getByRole('link', { name: 'one.txt' }).waitFor({ state: 'detached' });
    expect(await divider.count()).toBe(0);
  });

  test('names of ten and more are cut after eight, and the full name is available', async () => {
    const { person, newPage } = await signedIn();
    const page = await newPage('/task');
    const names: [string, string][] = [
      ['nine.text', 'nine.text'],
      ['tenth.text', 'tenth.te…'],
      ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', `${'👨‍👩‍👧‍👦'.repeat(8)}…`],
      ['Воспоминания', 'Воспомин…'],
    ];
    for (const [name] of names) await uploadFile(person, { name, body: bytes(1) });
    for (const [name, shown] of names) {
      const link = page.getByRole('link', { name, exact: true });
      await link.waitFor();
      const tile = page.getByRole('gridcell').filter({ has: link });
      expect(await tile.locator('.tile__name').textContent()).toBe(shown);
    }
  });

  test.each([
    [740, true],
    [844, false],
    [1101, false],
  ])('the name of the folder has room in a window of %i px', async (width, hasTouch) => {
    const { person, newPage } = await signedIn({ viewport: { width, height: 500 }, hasTouch, isMobile: hasTouch });
    const { id } = await person.api.folders.create({ name: 'Summer at the lake', parentId: null });
    await uploadFile(person, { name: 'a.txt', folderId: id, body: bytes(3) });
    const page = await newPage(`/folder/${id}`);
    await page.getByRole('link', { name: 'a.txt' }).waitFor();
    const heading = page.getByRole('heading', { level: 1, name: 'Summer at the lake' });
    expect((await heading.boundingBox())?.width).toBeGreaterThan(220);
  });

  test('the form of a new folder and its sentence cover nothing, also on a phone', async () => {
    const { person, newPage, expectError } = await signedIn({ viewport: { width: 360, height: 760 } });
    expectError(/409/);
    await person.api.folders.create({ name: 'Letters', parentId: null });
    const page = await newPage('/task');
    await page.getByRole('link', { name: 'Letters' }).waitFor();
    await page.getByRole('button', { name: 'New Folder' }).click();
    await page.getByLabel('Folder name').fill('Letters');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const sentence = await page.getByText('is already here').boundingBox();
    const nextRow = page.getByRole('gridcell').filter({ has: page.getByRole('link', { name: 'Letters' }) });
    const end = (sentence?.y ?? 0) + (sentence?.height ?? 0);
    await expect.poll(async () => (await nextRow.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(end);
  });

  test('another folder begins with empty lists, and takes uploads only when it is known', async () => {
    const { person, newPage } = await signedIn();
    const folder = await person.api.folders.create({ name: 'Other', parentId: null });
    await uploadFile(person, { name: 'in root', body: bytes(3) });
    const page = await newPage('/task');
    await page.getByRole('link', { name: 'in root' }).waitFor();
    const request = await holdRequests(page, `**/api/folders/${folder.id}/**`);
    await page.getByRole('link', { name: 'Other' }).click();
    await request.arrived;
    await expect.poll(() => page.getByRole('link', { name: 'in root' }).count()).toBe(0);
    expect(await page.locator('input[type="file"]:enabled').count()).toBe(0);
    request.release();
    await page.locator('input[type="file"]:enabled').first().waitFor({ state: 'attached' });
  });

  test('a large folder that is left before all of it is read is read to its end when one comes back', async () => {
    const { person, newPage } = await signedIn();
    const large = await person.api.folders.create({ name: 'Large', parentId: null });
    await fillWithFolders(person, large.id, 250);
    const page = await newPage('/task');
    await page.getByRole('link', { name: 'Large' }).waitFor();
    // What is told of this one is shown by the stream, which stands then.
    await person.api.folders.create({ name: 'Early', parentId: null });
    await page.getByRole('link', { name: 'Early' }).waitFor();
    const rest = await holdRequests(page, `**/api/folders/${large.id}/children?*cursor=*`);
    await page.getByRole('link', { name: 'Large' }).click();
    await rest.arrived;
    const loading = page.getByText('Loading', { exact: true });
    await loading.waitFor();
    const id = await page.locator('[data-entry]').first().getAttribute('data-entry');
    await person.api.entries.update({ id: id ?? '', name: 'Told' });
    await page.getByRole('link', { name: 'Told' }).waitFor();
    expect(await loading.count()).toBe(1);
    await page.getByRole('link', { name: 'Told' }).click();
    await page.getByRole('heading', { level: 1, name: 'Told' }).waitFor();
    rest.release();
    await page.goBack();
    await page.getByText('250 folders', { exact: true }).waitFor();
  });

  test('a folder that cannot be read is logged and gives way to Root', async () => {
    const { newPage, context, expectError } = await signedIn();
    expectError(/404/);
    const logged: string[] = [];
    context.on('console', (message) => logged.push(message.text()));
    const page = await newPage('/folder/0198c0de-0000-7000-8000-000000000000');
    await page.waitForURL('**/task');
    expect(logged.join('\n')).toContain('0198c0de-0000-7000-8000-000000000000 cannot be read');
  });
});

describe('upload toasts (sections 2, 4 and 9)', () => {
  test('one per upload at the bottom right: its name, the rounded percentage, gone when it is uploaded', async () => {
    const { newPage } = await signedIn({ reducedMotion: 'no-preference' });
    const page = await newPage('/task');
    const request = await holdRequests(page, '**/api/uploads/**');
    await chooseFile(page, 'A long name of a file.bin', 1_000_000);
    await request.arrived;
    const toasts = page.getByRole('region', { name: 'Uploads' });
    await toasts.getByText('A long name of a file.bin').waitFor();
    const bar = toasts.getByRole('progressbar', { name: /A long name of a file\.bin/ });
    const [now, told] = await bar.evaluate((one) => [one.getAttribute('aria-valuenow'), one.textContent]);
    expect(now).toMatch(/^\d{1,3}$/);
    expect(told).toContain(`${now}%`);
    const box = await toasts.boundingBox();
    const view = await page.evaluate(() => ({ width: document.body.clientWidth, height: innerHeight }));
    if (!box) throw new Error('The toasts have no place.');
    expect(box.width).toBeLessThanOrEqual(toastMaxWidthPx);
    expect(view.width - (box.x + box.width)).toBeLessThanOrEqual(32);
    expect(view.height - (box.y + box.height)).toBeLessThanOrEqual(32);
    const fade = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--m-toast'));
    expect([`${toastFadeMs}ms`, `${toastFadeMs / 1000}s`, `.${toastFadeMs / 100}s`]).toContain(fade.trim());
    request.release();
    await page.getByRole('link', { name: 'A long name of a file.bin' }).waitFor();
    await bar.waitFor({ state: 'detached' });
  });

  test('on failure the full bar in the colour of danger says Error and can be closed', async () => {
    const { person, newPage, expectError } = await signedIn();
    expectError(/409/);
    await person.api.folders.create({ name: 'taken', parentId: null });
    const page = await newPage('/task');
    await chooseFile(page, 'taken', 10);
    const toasts = page.getByRole('region', { name: 'Uploads' });
    const label = toasts.getByText(messages.uploadFailed, { exact: true });
    await label.waitFor();
    const bar = label.locator('..');
    const danger = await colourOf(page, 'var(--danger-fill)');
    expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(danger);
    expect((await bar.boundingBox())?.width).toBe((await label.boundingBox())?.width);
    await toasts.getByRole('button', { name: /close/i }).click();
    await label.waitFor({ state: 'detached' });
  });
});

/** A colour as the browser computes it. */
async function colourOf(page: Page, value: string): Promise<string> {
  return await page.evaluate((colour) => {
    const sample = document.createElement('i');
    sample.style.color = colour;
    document.body.append(sample);
    const computed = getComputedStyle(sample).color;
    sample.remove();
    return computed;
  }, value);
}
