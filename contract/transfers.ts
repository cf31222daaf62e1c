/** An upload in progress, as shown on the account's other devices. */
export type Transfer = {
  /** The id of the upload. */
  id: string;
  /** The destination folder; null is Root. */
  folderId: string | null;
  name: string;
  /** In bytes. */
  size: number;
  /** Bytes that the server has stored. */
  received: number;
};
