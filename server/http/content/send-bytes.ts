import type { ServerResponse } from 'node:http';

/**
 * Sends buffers in order as the response body. Each is handed to the system before the one after the next is requested, so
 * that the generator can reuse it. `begin` is called when the first one is ready. Throws what the generator throws, and
 * ERR_STREAM_PREMATURE_CLOSE if the client disconnects.
 */
export async function sendBytes(
  outgoing: ServerResponse,
  buffers: AsyncGenerator<Buffer>,
  begin: () => void,
): Promise<void> {
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => {});
  const onClose = () => closed.reject(Object.assign(new Error('The client disconnected'), { code: closedCode }));
  outgoing.once('close', onClose);
  try {
    let next = await buffers.next();
    begin();
    while (!next.done) {
      const written = write(outgoing, next.value);
      written.catch(() => {});
      next = await buffers.next();
      await Promise.race([written, closed.promise]);
    }
    outgoing.end();
  } finally {
    outgoing.off('close', onClose);
    await buffers.return(undefined);
  }
}

const closedCode = 'ERR_STREAM_PREMATURE_CLOSE';

function write(outgoing: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
