/**
 * Draws the app's icons into `web/public` from the mark and the colours of `web/ui/theme/tokens.css`: the mark in paper on the
 * green cloth. Needed again only when one of them changes: `node scripts/build/draw-icons.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../bench/support/signed-in-browser.ts';

const folder = 'web/public';
const mark = 'M0 0h5.2v24H0zM6.8 0H19L6.8 11.3zM6.8 24H19L6.8 12.7z';

/** Corners and the height of the mark are parts of the size. Systems cut a maskable icon down to its inner 80 %. */
const icons = [
  { file: 'icon-192.png', size: 192, corner: 0.2, height: 0.56 },
  { file: 'icon-512.png', size: 512, corner: 0.2, height: 0.56 },
  { file: 'icon-maskable-512.png', size: 512, corner: 0, height: 0.44 },
  { file: 'apple-touch-icon.png', size: 180, corner: 0, height: 0.52 },
];
const favicon = { size: 32, corner: 0.19, height: 0.66 };

type Look = { size: number; corner: number; height: number };
type Colours = { cloth: string; paper: string };

const browser = await launchBrowser();
try {
  const colours = await readColours(browser);
  for (const { file, ...look } of icons) await writeFile(`${folder}/${file}`, await draw(browser, look, colours));
  await writeFile(`${folder}/icon.svg`, `${svg(favicon, colours)}\n`);
  await writeFile(`${folder}/favicon.ico`, ico(await draw(browser, favicon, colours), favicon.size));
} finally {
  await browser.close();
}

/** The tokens as numbers that every reader of an icon understands. */
async function readColours(from: Browser): Promise<Colours> {
  const page = await from.newPage({ colorScheme: 'light' });
  await page.addStyleTag({ content: await readFile('web/ui/theme/tokens.css', 'utf8') });
  const read = (token: string) =>
    page.evaluate((name) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      if (canvas === null) throw new Error('The browser cannot draw.');
      document.body.style.color = `var(${name})`;
      canvas.fillStyle = getComputedStyle(document.body).color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    }, token);
  const colours = { cloth: await read('--cloth'), paper: await read('--on-cloth') };
  await page.close();
  return colours;
}

async function draw(from: Browser, look: Look, colours: Colours): Promise<Buffer> {
  const page = await from.newPage({ viewport: { width: look.size, height: look.size } });
  await page.setContent(`<body style="margin:0;display:grid">${svg(look, colours)}</body>`);
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture;
}

/** The mark is 19 wide and 24 high; its middle is the middle of the icon. */
function svg({ size, corner, height }: Look, { cloth, paper }: Colours): string {
  const scale = (size * height) / 24;
  const [left, top] = [(size - 19 * scale) / 2, (size - 24 * scale) / 2].map(short);
  const ground = `<rect width="${size}" height="${size}" rx="${short(size * corner)}" fill="${cloth}"/>`;
  const path = `<path fill="${paper}" transform="translate(${left} ${top}) scale(${short(scale)})" d="${mark}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${ground}${path}</svg>`;
}

function short(number: number): number {
  return Math.round(number * 1000) / 1000;
}

/** An ICO file that holds one PNG: its header, one entry, the picture. */
function ico(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // one picture
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
