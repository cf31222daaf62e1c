import { ADTS, CustomSource, FLAC, Input, MATROSKA, MP3, MP4, MPEG_TS, OGG, QTFF, WAVE, WEBM } from 'mediabunny';
import type { FileToRead } from './reading.ts';

/** Listed one by one: among all that the library knows are playlists, which name other files. */
const formats = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, FLAC, ADTS, MPEG_TS];

/** Opens a film or a sound, of which only the ranges that are needed are read. To be disposed of. */
export function openMedia({ size, read }: Pick<FileToRead, 'size' | 'read'>): Input {
  return new Input({
    formats,
    source: new CustomSource({ getSize: () => size, read, prefetchProfile: 'fileSystem' }),
  });
}
