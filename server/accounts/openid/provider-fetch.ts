import { maxProviderBytes } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

type Init = {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  redirect: 'manual';
  signal?: AbortSignal;
};

/**
 * Asks the log-in provider, and holds an answer of `maxProviderBytes` at most. Throws provider-unavailable when none
 * arrives in time, when it is longer, or when it tells of a failure of the provider itself.
 */
export async function providerFetch(url: string, init: Init): Promise<Response> {
  try {
    const response = await fetch(url, init as RequestInit);
    const body = await bounded(response.body);
    const { status, statusText, headers } = response;
    if (status >= 500) throw new Error(`it answered ${status}`);
    return new Response(body, { status, statusText, headers });
  } catch (error) {
    const where = new URL(url);
    const cause = new Error(`The log-in provider at ${where.origin}${where.pathname}: ${reasonOf(error)}`);
    throw new KeepsakeError('provider-unavailable', { cause });
  }
}

async function bounded(body: ReadableStream<Uint8Array> | null): Promise<Buffer | null> {
  if (body === null) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxProviderBytes) throw new Error(`its answer is longer than ${maxProviderBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Of what `fetch` throws, the cause tells what happened. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
