import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  type ListPartsCommandOutput,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { BlobNotFound } from '../../blob-store.ts';
import { field, nameOf } from './call.ts';
import { type Connection, compare, isAbsent, timeouts, unlessAbsent } from './connection.ts';

/** A multipart upload. */
export type Multipart = { key: string; uploadId: string };
/** A part of one, as the server named it. */
export type Part = [number: number, etag: string];
export type SizedPart = [...Part, size: number];

type SizeOf = (key: string) => Promise<number | undefined>;

/** The multipart uploads of a bucket. */
export function multipartsOf({ client, bucket, inBucket, call }: Connection, sizeOf: SizeOf) {
  return {
    async begin(key: string): Promise<Multipart> {
      const command = new CreateMultipartUploadCommand(inBucket(key));
      const uploadId = await call(timeouts.short, async (abortSignal) =>
        field((await client.send(command, { abortSignal })).UploadId, 'UploadId'),
      );
      return { key, uploadId };
    },

    /** Throws BlobNotFound when there is no such upload. */
    async putPart({ key, uploadId }: Multipart, number: number, bytes: Uint8Array, md5: string): Promise<Part> {
      const command = () =>
        new UploadPartCommand({
          ...inBucket(key),
          UploadId: uploadId,
          PartNumber: number,
          Body: bytes,
          ContentLength: bytes.length,
          ContentMD5: md5,
        });
      const sent = call(timeouts.bytes, async (abortSignal): Promise<Part> => {
        const { ETag, ServerSideEncryption } = await client.send(command(), { abortSignal });
        compare(ETag, md5, ServerSideEncryption);
        return [number, field(ETag, 'ETag')];
      });
      const part = await unlessAbsent(sent);
      if (part === undefined) throw new BlobNotFound('The parts no longer exist');
      return part;
    },

    /**
     * Makes an object of exactly these parts. May be repeated, also by another process. Returns false when the server rejects
     * these parts: Ceph wants all that were sent, also those that a node sent late. Throws BlobNotFound when they no longer exist.
     */
    async complete({ key, uploadId }: Multipart, parts: readonly SizedPart[]): Promise<boolean> {
      const command = new CompleteMultipartUploadCommand({
        ...inBucket(key),
        UploadId: uploadId,
        MultipartUpload: { Parts: parts.map(([PartNumber, ETag]) => ({ PartNumber, ETag })) },
      });
      const size = parts.reduce((sum, [, , bytes]) => sum + bytes, 0);
      try {
        await call(timeouts.long, (abortSignal) => client.send(command, { abortSignal }));
      } catch (error) {
        if (nameOf(error) === 'InvalidPart') return false;
        // An upload that was completed before no longer exists.
        if (!isAbsent(error)) throw error;
      }
      const made = await sizeOf(key);
      if (made === undefined) throw new BlobNotFound('The parts no longer exist');
      if (made !== size) throw new Error(`The S3 server made ${made} bytes of ${size}`);
      return true;
    },

    /** All parts that were sent. */
    async listParts({ key, uploadId }: Multipart): Promise<SizedPart[]> {
      const parts: SizedPart[] = [];
      let PartNumberMarker: string | undefined;
      do {
        const command: ListPartsCommand = new ListPartsCommand({
          ...inBucket(key),
          UploadId: uploadId,
          PartNumberMarker,
        });
        const page: ListPartsCommandOutput = await call(timeouts.short, (abortSignal) =>
          client.send(command, { abortSignal }),
        );
        for (const { PartNumber, ETag, Size } of page.Parts ?? [])
          parts.push([field(PartNumber, 'PartNumber'), field(ETag, 'ETag'), field(Size, 'Size')]);
        PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } while (PartNumberMarker !== undefined);
      return parts;
    },

    /** Aborting what does not exist is no error. */
    async abort({ key, uploadId }: Multipart): Promise<void> {
      const command = new AbortMultipartUploadCommand({ ...inBucket(key), UploadId: uploadId });
      await unlessAbsent(call(timeouts.short, (abortSignal) => client.send(command, { abortSignal })));
    },

    /** All multipart uploads below a prefix with the time they began, in milliseconds. */
    async *listMultiparts(prefix: string): AsyncGenerator<Multipart & { begunAt: number }> {
      let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
      while (markers !== undefined) {
        const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
          Bucket: bucket,
          Prefix: prefix,
          ...markers,
        });
        const page: ListMultipartUploadsCommandOutput = await call(timeouts.bytes, (abortSignal) =>
          client.send(command, { abortSignal }),
        );
        for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
          yield {
            key: field(Key, 'Key'),
            uploadId: field(UploadId, 'UploadId'),
            begunAt: field(Initiated, 'Initiated').getTime(),
          };
        markers = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined;
      }
    },
  };
}
