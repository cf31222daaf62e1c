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
  let isClosed = false;
  /** Ends the wait for what is being written. */
  let giveUp: () => void = () => {};
  const onClose = () => {
    isClosed = true;
    giveUp();
  };
  outgoing.once('close', onClose);
  try {
    let next = await buffers.next();
    begin();
    while (!next.done) {
      const written = write(next.value);
      written.catch(() => {});
      next = await buffers.next();
      await written;
    }
    outgoing.end();
  } finally {
    outgoing.off('close', onClose);
    await buffers.return(undefined);
  }

  function write(bytes: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      giveUp = () => reject(Object.assign(new Error('The client disconnected'), { code: closedCode }));
      if (isClosed) giveUp();
      else outgoing.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }
}

const closedCode = 'ERR_STREAM_PREMATURE_CLOSE';
