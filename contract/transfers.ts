/** A file that is on its way to the server, as the account's other devices see it. */
export type Transfer = {
  /** The id of the upload. */
  id: string;
  /** The folder it will lie in; null is Root. */
  folderId: string | null;
  name: string;
  /** In bytes. */
  size: number;
  /** Bytes that the server has kept. */
  received: number;
};
