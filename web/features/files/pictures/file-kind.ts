import { type FileKind, kindOf } from '#contract/kinds.ts';
import { visibleName } from '#contract/names/names.ts';

const noExtension = 'FILE';

/** The extension of a name without its dot, in capitals; a word for files without one. */
export function extensionOf(name: string): string {
  const extension = /[^.]\.([^.\s]{1,5})$/.exec(visibleName(name))?.[1];
  return extension ? extension.toUpperCase() : noExtension;
}

const kindWords: Record<FileKind, string> = {
  photo: 'image',
  video: 'video',
  audio: 'audio',
  pdf: '',
  text: 'text',
  archive: 'archive',
  unknown: 'file',
};

/** A file's type in words: "JPG image", "ZIP archive", "PDF", "Text"; "File" when nothing is known. */
export function typeText({ name, contentType }: { name: string; contentType: string }): string {
  const word = kindWords[kindOf(contentType)];
  const extension = extensionOf(name);
  if (extension === 'TXT') return 'Text';
  return extension === noExtension ? word.charAt(0).toUpperCase() + word.slice(1) : `${extension} ${word}`.trimEnd();
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes for people to read, in steps of 1000: "640 kB", "4.2 MB". */
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
