import {
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  MkvOutputFormat,
  Output,
} from 'mediabunny';
import { openMedia } from './open-media.ts';
import type { FileToRead } from './reading.ts';

/** Of each excerpt. What they are taken of is whole when it is no longer than all of them. */
const excerptSeconds = 1;
/** Formats without an index (MP3, FLAC) are read from the beginning: of longer ones the excerpts are of the first part. */
const maxReadBytes = 32 * 1024 ** 2;
/** By the clock: there are formats of which each byte costs much. What was read until then has to do. */
const maxReadMs = 10_000;
/** The shortest that are in use play for 2.5 ms (RFC 6716). */
const maxPackets = 40_000;

type Excerpts = { count: number; seconds: number | null };

/**
 * Evenly spaced excerpts of a sound that plays for so long, one behind the other as a sound of its own; of its beginning if its length is
 * not known. Undefined if there is no sound in it. Throws if it cannot be written as one.
 */
export async function takeExcerpts(file: FileToRead, { count, seconds }: Excerpts): Promise<Uint8Array | undefined> {
  const input = openMedia({ size: file.size, read: boundedRead(file) });
  try {
    const track = await input.getPrimaryAudioTrack();
    const [codec, config] = [await track?.getCodec(), await track?.getDecoderConfig()];
    if (track === null || !codec || !config) return undefined;
    const target = new BufferTarget();
    const output = new Output({ format: new MkvOutputFormat(), target });
    const source = new EncodedAudioPacketSource(codec);
    output.addAudioTrack(source);
    await output.start();
    let at = 0;
    for await (const packet of excerpts(new EncodedPacketSink(track), count, seconds)) {
      await source.add(packet.clone({ timestamp: at }), { decoderConfig: config });
      at += packet.duration;
    }
    await output.finalize();
    return at === 0 || target.buffer === null ? undefined : new Uint8Array(target.buffer);
  } finally {
    input.dispose();
  }
}

/** What cannot be read, or may not be any more, ends it. */
async function* excerpts(sink: EncodedPacketSink, count: number, seconds: number | null) {
  const step = (seconds ?? count * excerptSeconds) / count;
  let left = maxPackets;
  let last = Number.NEGATIVE_INFINITY;
  for (let from = 0; from < count * step; from += step) {
    const until = from + Math.min(step, excerptSeconds);
    let packet = await orNull(sink.getPacket(from).then((found) => found ?? sink.getFirstPacket()));
    if (packet === null) return;
    for (; packet !== null && packet.timestamp < until; packet = await orNull(sink.getNextPacket(packet))) {
      left -= 1;
      if (left < 0) return;
      if (packet.timestamp <= last) continue;
      last = packet.timestamp;
      yield packet;
    }
  }
}

async function orNull(packet: Promise<EncodedPacket | null>): Promise<EncodedPacket | null> {
  return await packet.catch(() => null);
}

function boundedRead({ read }: FileToRead): FileToRead['read'] {
  const began = performance.now();
  let left = maxReadBytes;
  return async (start, end) => {
    left -= end - start;
    if (left < 0 || performance.now() - began > maxReadMs) throw new Error('No more of this sound is read');
    return await read(start, end);
  };
}
