import sharp from 'sharp';
import { drawPicture } from './draw-picture.ts';
import { decodeSound } from './media-decoder.ts';
import type { FileToRead, Picture } from './reading.ts';
import { takeExcerpts } from './sound-excerpts.ts';

const bars = 48;
/** Of the picture, in pixels. */
const [width, height] = [1024, 512];
const margin = 40;
const step = (width - 2 * margin) / bars;
const barWidth = step * 0.56;
const tallest = height * 0.8;
/** Ink on paper, the same in both themes: --on-leaf. The paper is that of the page. */
const ink = '#28241e';
/** The excerpts are of a second each; a packet may reach beyond its own. */
const maxSeconds = 2 * bars;
/** Nothing is blurred behind what one looks through: a pixel of nothing. */
const noBlur =
  'data:image/webp;base64,UklGRkAAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAIAAAAAAFZQOCAYAAAAMAEAnQEqAQABAAFAJiWkAANwAP79NmgA';

/** Draws how loud a sound is over its time, as ink on nothing. Undefined if there is no sound in it; throws if it cannot be decoded. */
export async function drawWave(file: FileToRead, seconds: number | null): Promise<Picture | undefined> {
  const excerpts = await takeExcerpts(file, { count: bars, seconds });
  if (excerpts === undefined) return undefined;
  const samples = await decodeSound(excerpts, maxSeconds);
  if (samples.length < bars) return undefined;
  return { ...(await drawPicture({ image: sharp(drawing(loudness(samples))) })), blur: noBlur };
}

/** Of as many parts as there are bars, each from 0 to 1, which is that of the loudest. */
function loudness(samples: Int16Array): number[] {
  const perBar = samples.length / bars;
  const levels = Array.from({ length: bars }, (_, bar) =>
    level(samples.subarray(Math.floor(bar * perBar), Math.floor((bar + 1) * perBar))),
  );
  // Of silence all are 0.
  const loudest = Math.max(1, ...levels);
  return levels.map((one) => one / loudest);
}

/** The root of the mean square. */
function level(samples: Int16Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
}

function drawing(levels: readonly number[]): Buffer {
  const lines = levels.map((one, bar) => {
    const length = one * (tallest - barWidth);
    return `M${(margin + (bar + 0.5) * step).toFixed(1)} ${((height - length) / 2).toFixed(1)}v${length.toFixed(1)}`;
  });
  const stroke = `stroke="${ink}" stroke-width="${barWidth.toFixed(1)}" stroke-linecap="round"`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${lines.join('')}" fill="none" ${stroke}/></svg>`,
  );
}
