import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { screenPixels } from '#contract/previews.ts';

/** Where Debian has it. Keepsake brings no decoder of films and sounds: it would be larger than all the rest of it. */
const program = '/usr/bin/ffmpeg';
/** Of the decoder's own. */
const limits = { cpuSeconds: 10, dataKilobytes: 1024 * 1024 };
const limitedStart = `ulimit -t ${limits.cpuSeconds}; ulimit -d ${limits.dataKilobytes} 2>/dev/null; exec "$0" "$@"`;
/** It writes one picture of at most `screenPixels` a side. */
const maxPictureBytes = 32 * 1024 ** 2;
/** What is drawn of a sound needs no more. */
const sampleRate = 8000;
const bytesPerSample = 2;

/** Whether the machine has what decodes films and sounds. */
export function hasMediaDecoder(): boolean {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Upright, in pixels that are squares. */
export type FrameSize = { width: number; height: number };

/** From the light of a film with a high dynamic range to sRGB: the white of paper (203 cd/m², ITU-R BT.2408) stays about as bright. */
const toSrgb =
  'format=yuv444p10le,zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=mobius:param=0.7:desat=0:peak=5,zscale=t=bt709:r=pc,format=rgb24';

/** Decodes a film of one frame in Matroska, which is shown in that size, to a picture. Throws if that cannot be done. */
export async function decodeFrame(film: Uint8Array, { width, height }: FrameSize, isHdr: boolean): Promise<Buffer> {
  const part = Math.min(1, screenPixels / Math.max(width, height));
  const [across, down] = [width, height].map((side) => Math.max(1, Math.round(side * part)));
  const fitting = `scale=${across}:${down}`;
  const drawn = (filters: string) =>
    decode(film, ['-frames:v', '1', '-vf', filters, '-c:v', 'png', '-f', 'image2pipe'], maxPictureBytes);
  // One that does not say what its colours are, or a decoder without that filter: pale is better than nothing.
  return isHdr ? await drawn(`${fitting},${toSrgb}`).catch(() => drawn(fitting)) : await drawn(fitting);
}

/** Decodes the first seconds of a sound in Matroska to samples from -32,768 to 32,767, of one channel. Throws if that cannot be done. */
export async function decodeSound(sound: Uint8Array, maxSeconds: number): Promise<Int16Array> {
  const format = ['-map', '0:a:0', '-t', `${maxSeconds}`, '-ac', '1', '-ar', `${sampleRate}`, '-f', 's16le'];
  const bytes = await decode(sound, format, (maxSeconds + 1) * sampleRate * bytesPerSample);
  return Int16Array.from({ length: Math.floor(bytes.length / bytesPerSample) }, (_, at) =>
    bytes.readInt16LE(at * bytesPerSample),
  );
}

/**
 * The decoder gets the bytes through a pipe, and no way to any other: no files, no network, no playlists. Its processor time and memory
 * are limited by the system, so that it ends whatever becomes of who started it.
 */
async function decode(bytes: Uint8Array, output: readonly string[], maxBytes: number): Promise<Buffer> {
  const input = ['-protocol_whitelist', 'pipe', '-f', 'matroska', '-i', 'pipe:0'];
  const args = ['-v', 'quiet', '-nostdin', '-threads', '1', ...input, ...output, 'pipe:1'];
  const decoder = spawn('/bin/sh', ['-c', limitedStart, program, ...args], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // One that ends early does not take all.
  decoder.stdin.on('error', () => {});
  decoder.stdin.end(bytes);
  let written = 0;
  decoder.stdout.on('data', (piece: Buffer) => {
    written += piece.length;
    if (written > maxBytes) decoder.kill('SIGKILL');
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    decoder.once('close', resolve).once('error', reject);
  });
  const [decoded, code] = await Promise.all([buffer(decoder.stdout), ended]);
  if (code !== 0) throw new Error('It could not be decoded');
  return decoded;
}
