import sharp from 'sharp';

const size = { width: 6000, height: 4000 };

/** A JPEG of 24 megapixels, as large as that of a camera, with as much in it. */
export async function photograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const small = sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#888', noise } }).blur(6);
  return await small.resize(size).jpeg({ quality: 90 }).toBuffer();
}
