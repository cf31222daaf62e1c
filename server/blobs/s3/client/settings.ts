/** Where the thumbnails of an installation lie, below its prefix. */
export const picturesPlace = 'pictures/';

/** Where blobs are stored, and the credentials for it. */
export type S3Settings = {
  bucket: string;
  /** Before every key; empty, or ends with a slash. */
  prefix: string;
  /** Undefined for Amazon's own. */
  endpoint: string | undefined;
  region: string;
  /** Whether the bucket is named in the path instead of in the host's name. */
  pathStyle: boolean;
  /** Undefined where the SDK finds them itself, as on a machine with a role. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined;
};
