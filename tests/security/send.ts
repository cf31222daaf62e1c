import { ownAddress } from '#tests/support/client/own-address.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import type { SharedServer } from '#tests/support/server/shared-server.ts';
import type { Ask } from './row.ts';

export type Answer = { status: number; code: string | undefined; headers: Headers; text: string };

let sent = 0;

/** How many requests have been sent. */
export const requests = () => sent;

/** Sends one request from an address of its own, and reads its answer; of a stream the first event. */
export async function send(
  server: Pick<SharedServer, 'baseUrl'>,
  method: string,
  ask: Ask,
  identity: Record<string, string>,
): Promise<Answer> {
  sent += 1;
  const { path, until } = ask;
  if (until === undefined) return await sendOnce(server, method, ask, identity);
  const wanted = async () => {
    const answer = await sendOnce(server, method, ask, identity);
    return answer.status === until && answer;
  };
  return await waitFor(wanted, { what: `${until} at ${path}` });
}

async function sendOnce(
  { baseUrl }: Pick<SharedServer, 'baseUrl'>,
  method: string,
  { path, headers, body }: Ask,
  identity: Record<string, string>,
): Promise<Answer> {
  const answer = await fetch(new URL(path, baseUrl), {
    method,
    headers: { 'x-forwarded-for': ownAddress(), ...headers, ...identity },
    body: body ?? null,
    redirect: 'manual',
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? await firstEvent(answer) : await answer.text();
  return { status: answer.status, code: codeIn(text), headers: answer.headers, text };
}

/** Up to the empty line that ends the first event: what else has come with it depends on how busy the server is. */
async function firstEvent({ body }: Response): Promise<string> {
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    const end = text.indexOf('\n\n');
    if (end >= 0) return text.slice(0, end);
  }
  return text;
}

function codeIn(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return (JSON.parse(text) as { code?: string }).code;
  } catch {
    return undefined;
  }
}
