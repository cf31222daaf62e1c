import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { screenPixels } from '#contract/previews.ts';

/** Where Debian has it. Keepsake brings no decoder of films: it would be larger than all the rest of it. */
const program = '/usr/bin/ffmpeg';
/** Of the decoder's own. */
const limits = { cpuSeconds: 10, dataKilobytes: 1024 * 1024 };
const limitedStart = `ulimit -t ${limits.cpuSeconds}; ulimit -d ${limits.dataKilobytes} 2>/dev/null; exec "$0" "$@"`;
/** It writes one picture of at most `screenPixels` a side. */
const maxPictureBytes = 32 * 1024 ** 2;

/** Whether the machine has what decodes films. */
export function hasFilmDecoder(): boolean {
  return existsSync(program);
}

/**
 * Decodes a film of one frame in Matroska to a picture. It gets the bytes through a pipe, and no way to any other: no files, no
 * network, no playlists. Its processor time and memory are limited by the system, so that it ends whatever becomes of who started it.
 */
export async function decodeFrame(film: Uint8Array): Promise<Buffer> {
  const fitting = `scale=w='min(${screenPixels},iw)':h='min(${screenPixels},ih)':force_original_aspect_ratio=decrease`;
  const input = ['-protocol_whitelist', 'pipe', '-f', 'matroska', '-i', 'pipe:0'];
  const output = ['-frames:v', '1', '-vf', fitting, '-c:v', 'png', '-f', 'image2pipe', 'pipe:1'];
  const args = ['-v', 'quiet', '-nostdin', '-threads', '1', ...input, ...output];
  const decoder = spawn('/bin/sh', ['-c', limitedStart, program, ...args], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // One that ends early does not take all.
  decoder.stdin.on('error', () => {});
  decoder.stdin.end(film);
  let bytes = 0;
  decoder.stdout.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > maxPictureBytes) decoder.kill('SIGKILL');
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    decoder.once('close', resolve).once('error', reject);
  });
  const [picture, code] = await Promise.all([buffer(decoder.stdout), ended]);
  if (code !== 0) throw new Error('No frame could be decoded');
  return picture;
}
