/** What a file is, told from its content type. */
export const fileKinds = ['photo', 'video', 'audio', 'pdf', 'text', 'archive', 'unknown'] as const;
export type FileKind = (typeof fileKinds)[number];

/** What may be searched for. */
export const searchKinds = ['folder', ...fileKinds] as const;
export type SearchKind = (typeof searchKinds)[number];

const archives = /(zip|x-tar|gzip|x-7z|x-rar|vnd\.rar|x-bzip|x-xz|zstd)/;
const texts = /^(text\/|application\/(json|xml|yaml|toml|rtf|javascript|sql))/;

export function kindOf(contentType: string): FileKind {
  if (contentType.startsWith('image/')) return 'photo';
  if (contentType.startsWith('video/')) return 'video';
  if (contentType.startsWith('audio/')) return 'audio';
  if (contentType === 'application/pdf') return 'pdf';
  if (texts.test(contentType)) return 'text';
  if (archives.test(contentType)) return 'archive';
  return 'unknown';
}
