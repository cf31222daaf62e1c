import type { ServerResponse } from 'node:http';

/**
 * Sends buffers one after the other as the answer's body. Each is handed to the system before the one after the next is
 * asked for, so that the giver can fill it again. `begin` is called when the first one is there. Throws what the giver
 * throws, and ERR_STREAM_PREMATURE_CLOSE when the client goes away.
 */
export async function sendBytes(
  outgoing: ServerResponse,
  buffers: AsyncGenerator<Buffer>,
  begin: () => void,
): Promise<void> {
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => {});
  const onClose = () => gone.reject(Object.assign(new Error('The client went away'), { code: goneCode }));
  outgoing.once('close', onClose);
  try {
    let next = await buffers.next();
    begin();
    while (!next.done) {
      const written = write(outgoing, next.value);
      written.catch(() => {});
      next = await buffers.next();
      await Promise.race([written, gone.promise]);
    }
    outgoing.end();
  } finally {
    outgoing.off('close', onClose);
    await buffers.return(undefined);
  }
}

const goneCode = 'ERR_STREAM_PREMATURE_CLOSE';

function write(outgoing: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
