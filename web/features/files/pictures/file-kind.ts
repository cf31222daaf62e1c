/** What a tile draws for a file. */
export type FileKind = 'photo' | 'video' | 'sound' | 'pdf' | 'text' | 'archive' | 'unknown';

const archives = /(zip|x-tar|gzip|x-7z|x-rar|vnd\.rar|x-bzip|x-xz|zstd)/;
const texts = /^(text\/|application\/(json|xml|yaml|toml|rtf|javascript|sql))/;

export function kindOf(contentType: string): FileKind {
  if (contentType.startsWith('image/')) return 'photo';
  if (contentType.startsWith('video/')) return 'video';
  if (contentType.startsWith('audio/')) return 'sound';
  if (contentType === 'application/pdf') return 'pdf';
  if (texts.test(contentType)) return 'text';
  if (archives.test(contentType)) return 'archive';
  return 'unknown';
}

const noEnding = 'FILE';

/** The ending of a name without its dot, in capitals; a word for files without one. */
export function endingOf(name: string): string {
  const ending = /[^.]\.([^.\s]{1,5})$/.exec(name)?.[1];
  return ending ? ending.toUpperCase() : noEnding;
}

const kindWords: Record<FileKind, string> = {
  photo: 'image',
  video: 'video',
  sound: 'sound',
  pdf: '',
  text: 'text',
  archive: 'archive',
  unknown: 'file',
};

/** A file's type in words: "JPG image", "ZIP archive", "PDF", "Text"; "File" when nothing tells. */
export function typeText({ name, contentType }: { name: string; contentType: string }): string {
  const word = kindWords[kindOf(contentType)];
  const ending = endingOf(name);
  if (ending === 'TXT') return 'Text';
  return ending === noEnding ? word.charAt(0).toUpperCase() + word.slice(1) : `${ending} ${word}`.trimEnd();
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes as a person reads it, in steps of 1000: "640 kB", "4.2 MB". */
export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 1 && value < 9.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${units[unit]}`;
}
