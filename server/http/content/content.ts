import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { FileVersion } from '#server/accounts/content-tickets.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { Access } from '#server/drive/access/access.ts';
import type { ContentReader, OpenContent } from '#server/drive/files/open-content.ts';
import type { DownloadTokens } from '#server/drive/shares/download-tokens.ts';
import { type AnswerError, errorResponse } from '#server/errors/answer-error.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Identify } from '../middleware/identify.ts';
import type { Sessions } from '../middleware/sender-still-valid.ts';
import { clientAddress } from '../server/client-address.ts';
import type { ErrorPage } from '../server/web-app.ts';
import type { ContentOrigin } from './content-origin.ts';
import { wouldRun } from './inline-types.ts';
import type { OpenDownloads } from './open-downloads.ts';
import { sendContent } from './send-content.ts';
import { whileAllowed } from './while-allowed.ts';

type Deps = {
  access: Access;
  content: ContentReader;
  downloadTokens: DownloadTokens;
  identify: Identify;
  sessions: Pick<Sessions, 'endings'>;
  answerError: AnswerError;
  errorPage: ErrorPage;
  /** Whether a browser that saves a file may be redirected to the store of its bytes. */
  redirects: boolean;
  /** Where browsers read files, if the operator set an origin for that. */
  contentOrigin: ContentOrigin | undefined;
  openDownloads: OpenDownloads;
  isTrustedProxy: (address: string) => boolean;
};

/** A request whose response may bypass the web framework. */
export type Exchange = { request: Request; incoming: IncomingMessage; outgoing: ServerResponse };

export type ContentRequest = Exchange & { fileId: string; versionId: string };

export type ContentHandler = ReturnType<typeof createContentHandler>;

/**
 * Downloads: GET and HEAD of `/content/<file>/<version>/<name>` and `/preview/<file>/<version>`. The name is for people;
 * only the ids count. A download token in `?token=` takes precedence over the session.
 */
export function createContentHandler(deps: Deps) {
  const { access, content, downloadTokens, identify, sessions, answerError, errorPage, redirects, contentOrigin } =
    deps;
  const { openDownloads, isTrustedProxy } = deps;
  return {
    content: ({ fileId, versionId, ...exchange }: ContentRequest) =>
      answer(
        exchange,
        () => principalFor(exchange.request, { fileId, versionId }),
        async (principal) => await content.open(await access.scopeFor(principal, [fileId]), fileId, versionId),
      ),
    preview: ({ fileId, versionId, ...exchange }: ContentRequest) =>
      answer(
        exchange,
        () => identify(exchange.request.headers),
        async (principal) =>
          await content.openPreview(await access.scopeFor(principal, [fileId]), fileId, {
            versionId,
            size: new URL(exchange.request.url).searchParams.get('size') === 'screen' ? 'screen' : 'thumbnail',
          }),
      ),
    /**
     * Sends what `open` returns, for as long as the sender is the principal that `find` returns; what either throws
     * becomes the response.
     */
    answer,
  };

  async function principalFor(request: Request, version: FileVersion): Promise<Principal> {
    const token = new URL(request.url).searchParams.get('token');
    if (token !== null) return await downloadTokens.open(token, version.fileId);
    if (contentOrigin?.isAt(request)) return await contentOrigin.identify(request, version);
    return await identify(request.headers);
  }

  async function answer(
    exchange: Exchange,
    find: () => Promise<Principal>,
    open: (principal: Principal) => Promise<OpenContent>,
  ): Promise<Response> {
    const { request, incoming, outgoing } = exchange;
    try {
      if (wouldRun(request.headers)) throw new KeepsakeError('never-runs');
      const renewal = contentOrigin?.renewal(request);
      if (renewal !== undefined) return redirectTo(renewal);
      const seen = sessions.endings();
      const principal = await find();
      const address = clientAddress(incoming, isTrustedProxy);
      return await openDownloads.run(principal, address, async () =>
        send(exchange, await open(principal), { confirm: find, seen }),
      );
    } catch (error) {
      if (outgoing.headersSent) {
        // The response has begun and cannot be replaced: a broken connection shows that it is incomplete.
        if (!isDisconnect(error)) answerError(error);
        outgoing.destroy();
        return RESPONSE_ALREADY_SENT;
      }
      const answered = answerError(error);
      // The app is not served where only files are.
      return contentOrigin?.isAt(request) ? errorResponse(answered) : await errorPage(request, answered);
    }
  }

  async function send(
    { request, outgoing }: Exchange,
    opened: OpenContent,
    sender: { confirm: () => Promise<Principal>; seen: number },
  ) {
    try {
      const elsewhere = await contentOrigin?.addressFor(request, opened);
      if (elsewhere !== undefined) return redirectTo(elsewhere);
      // What ends in the middle is a broken connection, so that nobody takes it for the whole file.
      const running = { ...sender, endings: sessions.endings, onEnd: () => outgoing.destroy() };
      return await whileAllowed(running, () => sendContent({ request, outgoing, opened, redirects }));
    } finally {
      await opened.blob.close();
    }
  }
}

function redirectTo({ href }: URL): Response {
  return new Response(null, { status: 302, headers: { location: href } });
}

/** Whether the client closed the connection, which is no fault. */
function isDisconnect(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return (
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    code === 'ERR_STREAM_DESTROYED' ||
    code === 'ECANCELED' ||
    code === 'ECONNRESET' ||
    code === 'EPIPE'
  );
}
