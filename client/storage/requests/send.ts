import { maxOperationRetryMs } from '#contract/retries.ts';
import type { Answer, Sending, Server } from '../../server.ts';
import { ConnectionLost } from './storage-error.ts';

/**
 * Sends a request and reads the whole response, whatever its status. In browsers a body is sent by XMLHttpRequest, the
 * only API that reports upload progress. Throws ConnectionLost if no response arrives, and the reason of `signal` if it is
 * aborted.
 */
export async function send(server: Server, sending: Sending): Promise<Answer> {
  const silence = new AbortController();
  const signal = AbortSignal.any([sending.signal, silence.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onMovement = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), sending.silenceMs ?? maxOperationRetryMs);
  };
  const onProgress = (bytes: number) => {
    onMovement();
    sending.onProgress?.(bytes);
  };
  onMovement();
  try {
    sending.signal.throwIfAborted();
    const watched = { ...sending, signal, onProgress };
    if (server.send && sending.body !== undefined)
      return await server.send({ ...watched, headers: { ...server.headers, ...sending.headers } });
    const byXhr = sending.onProgress !== undefined && typeof XMLHttpRequest !== 'undefined';
    return byXhr ? await sendByXhr(server, watched) : await sendByFetch(server, watched);
  } catch (error) {
    sending.signal.throwIfAborted();
    throw new ConnectionLost(error);
  } finally {
    clearTimeout(timer);
  }
}

async function sendByFetch(server: Server, { method, url, headers, body, signal }: Sending): Promise<Answer> {
  const response = await server.fetch(url, { method, headers, signal, body: (body as BodyInit | undefined) ?? null });
  return { status: response.status, header: (name) => response.headers.get(name), text: await response.text() };
}

function sendByXhr(server: Server, { method, url, headers, body, signal, onProgress }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries({ ...server.headers, ...headers })) {
      request.setRequestHeader(name, value);
    }
    request.upload.addEventListener('progress', ({ loaded }) => onProgress?.(loaded));
    request.addEventListener('load', () => {
      const { status, responseText: text } = request;
      resolve({ status, header: (name) => request.getResponseHeader(name), text });
    });
    for (const end of ['error', 'abort', 'timeout']) request.addEventListener(end, reject);
    signal.addEventListener('abort', () => request.abort());
    request.send((body as XMLHttpRequestBodyInit | undefined) ?? null);
  });
}
