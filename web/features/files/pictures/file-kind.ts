import { type FileKind, kindOf } from '#contract/kinds.ts';
import { visibleName } from '#contract/names/names.ts';

const noExtension = 'FILE';

/** The extension of a name without its dot, in capitals; a word for files without one. Spaces at the end of a name are none of it. */
export function extensionOf(name: string): string {
  const extension = /[^.]\.([^.\s]{1,5})$/.exec(visibleName(name.trimEnd()))?.[1];
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
