/** A thumbnail as WebP, with the upright size of the whole picture and a tiny data URI of it. */
export type Thumbnail = { bytes: Uint8Array; width: number; height: number; blur: string };

export type ThumbnailRequest = { bytes: Uint8Array; pixels: number };
