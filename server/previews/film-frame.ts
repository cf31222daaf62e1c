import {
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type Input,
  MkvOutputFormat,
  Output,
} from 'mediabunny';
import sharp from 'sharp';
import { drawPicture } from './draw-picture.ts';
import { decodeFrame, type FrameSize } from './media-decoder.ts';
import type { Picture } from './reading.ts';

/** The first frames are often black. */
const wantedSeconds = 3;
/** From so many on, films are of the time of ITU-R BT.709. */
const hdLines = 720;
const maxFrameBytes = 32 * 1024 ** 2;

/** A frame near the beginning of a film, as it is shown; undefined if it has none. Throws if it cannot be decoded. */
export async function drawFrame(
  input: Input,
  { seconds, ...shown }: FrameSize & { seconds: number | null },
): Promise<Picture | undefined> {
  const found = await oneFrame(input, Math.min(wantedSeconds, (seconds ?? 0) / 3));
  return found && (await drawPicture({ image: sharp(await decodeFrame(found.film, shown, found.isHdr)) }));
}

/** A key frame at that time, or the first one, as a film of its own with the rotation of the whole. */
async function oneFrame(input: Input, at: number): Promise<{ film: Uint8Array; isHdr: boolean } | undefined> {
  const track = await input.getPrimaryVideoTrack();
  const [codec, config] = [await track?.getCodec(), await track?.getDecoderConfig()];
  if (track === null || !codec || !config) return undefined;
  const sink = new EncodedPacketSink(track);
  const packet = (await sink.getKeyPacket(at)) ?? (await sink.getFirstPacket());
  if (packet === null || packet.byteLength > maxFrameBytes) return undefined;
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { rotation: await track.getRotation() });
  await output.start();
  await source.add(packet.clone({ timestamp: 0 }), { decoderConfig: withColours(config) });
  await output.finalize();
  if (target.buffer === null) return undefined;
  return { film: new Uint8Array(target.buffer), isHdr: await track.hasHighDynamicRange() };
}

/** A film that does not say what its colours are has those of its time, as browsers show it; the decoder takes all for old ones. */
function withColours(config: VideoDecoderConfig): VideoDecoderConfig {
  const { colorSpace, codedHeight = 0 } = config;
  if (colorSpace?.matrix || codedHeight < hdLines) return config;
  return { ...config, colorSpace: { ...colorSpace, matrix: 'bt709' } };
}
