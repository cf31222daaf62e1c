/** The path of the bytes of a version. The name is for people only. */
export function contentUrl(fileId: string, versionId: string | null, name: string): string {
  return `/content/${fileId}/${versionId}/${encodeURIComponent(name)}`;
}

/** The path of the thumbnail of a version. */
export function previewUrl(fileId: string, versionId: string | null): string {
  return `/preview/${fileId}/${versionId}`;
}

/** The path of the picture of a version for the screen. */
export function screenUrl(fileId: string, versionId: string | null): string {
  return `${previewUrl(fileId, versionId)}?size=screen`;
}

/** Where to send a picture of a film that the server cannot decode. */
export function posterUrl(fileId: string, versionId: string): string {
  return `/api/files/${fileId}/versions/${versionId}/poster`;
}
