/** A file as the viewer shows it. `size` is in bytes; `url` is of this origin and answers range requests. */
export type ViewedFile = { id: string; name: string; contentType: string; size: number; url: string };
