import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ByteRange, PresignedHeaders } from '../../blob-store.ts';
import { field } from './call.ts';
import { type Connection, compare, timeouts, unlessAbsent } from './connection.ts';

/** The objects of a bucket. */
export function objectsOf({ client, bucket, inBucket, call, probe }: Connection) {
  const write = async (key: string, bytes: Uint8Array, md5: string, abortSignal: AbortSignal): Promise<void> => {
    const content = { Body: bytes, ContentLength: bytes.length, ContentMD5: md5 };
    const command = new PutObjectCommand({ ...inBucket(key), ...content });
    const { ETag, ServerSideEncryption } = await client.send(command, { abortSignal });
    compare(ETag, md5, ServerSideEncryption);
  };

  return {
    /** Throws when the bucket does not exist or may not be used. */
    async check(): Promise<void> {
      await call(timeouts.short, (abortSignal) =>
        client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }),
      );
    },

    /** `md5` in base64. */
    put: (key: string, bytes: Uint8Array, md5: string): Promise<void> =>
      call(timeouts.bytes, (abortSignal) => write(key, bytes, md5, abortSignal)),

    /** Checks whether something can be put now. */
    probe: (key: string, bytes: Uint8Array, md5: string): Promise<void> =>
      probe((abortSignal) => write(key, bytes, md5, abortSignal)),

    /** The bytes of an object, or of a range of it; the stream has to be read or destroyed. Undefined when it is absent. */
    async get(key: string, range?: ByteRange): Promise<Readable | undefined> {
      const command = new GetObjectCommand({
        ...inBucket(key),
        ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
      });
      const response = await unlessAbsent(call(timeouts.short, (abortSignal) => client.send(command, { abortSignal })));
      return response?.Body as Readable | undefined;
    },

    /** Undefined when the object is absent. */
    async sizeOf(key: string): Promise<number | undefined> {
      const command = new HeadObjectCommand(inBucket(key));
      return await unlessAbsent(
        call(timeouts.short, async (abortSignal) =>
          field((await client.send(command, { abortSignal })).ContentLength, 'Content-Length'),
        ),
      );
    },

    /** Copies an object inside the server. Returns false when it is absent. */
    async copy(from: string, to: string): Promise<boolean> {
      const command = new CopyObjectCommand({
        ...inBucket(to),
        CopySource: `${bucket}/${from}`.split('/').map(encodeURIComponent).join('/'),
      });
      const response = await unlessAbsent(call(timeouts.long, (abortSignal) => client.send(command, { abortSignal })));
      return response !== undefined;
    },

    /** Removing what does not exist is no error. */
    async remove(key: string): Promise<void> {
      const command = new DeleteObjectCommand(inBucket(key));
      await unlessAbsent(call(timeouts.short, (abortSignal) => client.send(command, { abortSignal })));
    },

    /** All objects below a prefix with their sizes and the time they were made, in milliseconds. */
    async *list(prefix: string): AsyncGenerator<{ key: string; size: number; madeAt: number }> {
      let ContinuationToken: string | undefined;
      do {
        const command: ListObjectsV2Command = new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ContinuationToken,
        });
        const page: ListObjectsV2CommandOutput = await call(timeouts.bytes, (abortSignal) =>
          client.send(command, { abortSignal }),
        );
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          yield {
            key: field(Key, 'Key'),
            size: field(Size, 'Size'),
            madeAt: field(LastModified, 'LastModified').getTime(),
          };
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    },

    /** A URL at which anybody may read the object for so many seconds, with these headers instead of its own. */
    async presignedUrl(key: string, headers: PresignedHeaders, seconds: number): Promise<string> {
      const command = new GetObjectCommand({
        ...inBucket(key),
        ResponseContentType: headers.contentType,
        ResponseContentDisposition: headers.contentDisposition,
        ResponseCacheControl: headers.cacheControl,
      });
      return await getSignedUrl(client, command, { expiresIn: seconds });
    },
  };
}
