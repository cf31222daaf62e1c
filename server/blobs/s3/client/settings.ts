/** Where blobs are kept, and who may. */
export type S3Settings = {
  bucket: string;
  /** Before every key; empty, or ends with a slash. */
  prefix: string;
  /** Undefined for Amazon's own. */
  endpoint: string | undefined;
  region: string;
  /** Whether the bucket is named in the path instead of in the host's name. */
  pathStyle: boolean;
  /** Undefined when the SDK finds them itself, as on a machine that has a role. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined;
};
