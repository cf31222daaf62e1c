import type { Server } from '../../server.ts';
import type { UploadBatches } from './upload-batches.ts';

/** `createUploadBatches`, loaded with the first small file; where that fails, each is sent by itself. */
export function lazyBatches(server: Server): UploadBatches {
  let loaded: Promise<UploadBatches | undefined> | undefined;
  const load = () =>
    (loaded ??= import('./upload-batches.ts').then(
      ({ createUploadBatches }) => createUploadBatches(server),
      () => undefined,
    ));
  return { send: async (file) => await (await load())?.send(file) };
}
