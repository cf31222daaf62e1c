import type { Auth } from '#server/accounts/auth/auth-service.ts';
import type { ContentTickets, FileVersion } from '#server/accounts/content-tickets.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { OpenContent } from '#server/drive/files/open-content.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

type Deps = {
  contentUrl: URL;
  publicUrl: URL;
  tickets: ContentTickets;
  sessionOf: Auth['sessionOf'];
};

export type ContentOrigin = ReturnType<typeof createContentOrigin>;

/**
 * An origin of its own from which browsers read files: whatever a file does there, it is not in the app's origin, and no
 * cookie reaches it. The app's origin redirects there. Programs, which send an Authorization header, are not redirected.
 */
export function createContentOrigin({ contentUrl, publicUrl, tickets, sessionOf }: Deps) {
  return {
    /** Whether a request is for this origin. */
    isAt,

    /** Who reads there: the bearer of a ticket for this version. Throws unauthenticated. */
    async identify(request: Request, { fileId, versionId }: FileVersion): Promise<Principal> {
      const ticket = ticketIn(request);
      const isForIt = ticket?.fileId === fileId && ticket.versionId === versionId;
      const principal = isForIt ? await tickets.principalOf(ticket) : undefined;
      if (principal === undefined) throw new KeepsakeError('unauthenticated');
      return principal;
    },

    /** Where a browser gets a new ticket, if the time of the one that it has is over. */
    renewal(request: Request): URL | undefined {
      const ticket = isAt(request) ? ticketIn(request) : undefined;
      return ticket !== undefined && tickets.isOver(ticket)
        ? new URL(new URL(request.url).pathname, publicUrl)
        : undefined;
    },

    /**
     * Where a browser that asks the app's origin for a file reads it; undefined for programs, for what the app itself shows
     * on its page, and for thumbnails, whose bytes the server made. Throws unauthenticated if the session has ended.
     */
    async addressFor(request: Request, { version, name }: OpenContent): Promise<URL | undefined> {
      if (isAt(request) || request.headers.has('authorization') || version === undefined) return undefined;
      if (isPartOfOwnPage(request)) return undefined;
      const path = `/content/${version.fileId}/${version.versionId}/${encodeURIComponent(name)}`;
      const address = new URL(path, contentUrl);
      const token = new URL(request.url).searchParams.get('token');
      if (token !== null) address.searchParams.set('token', token);
      else address.searchParams.set('ticket', await newTicket(request, version));
      return address;
    },
  };

  function isAt(request: Request): boolean {
    return request.headers.get('host') === contentUrl.host;
  }

  function ticketIn(request: Request) {
    return tickets.read(new URL(request.url).searchParams.get('ticket') ?? '');
  }

  async function newTicket(request: Request, version: FileVersion): Promise<string> {
    const session = await sessionOf(request.headers);
    if (session === undefined) throw new KeepsakeError('unauthenticated');
    return tickets.issue(session, version);
  }
}

/** What a page shows in itself or reads as bytes (Fetch Metadata, W3C): none of it becomes a document or runs. */
const partsOfPages = ['image', 'video', 'audio', 'empty'];

/** Whether a page of the app asks for a part of itself, as the viewer does. A browser says so, and no script can. */
function isPartOfOwnPage({ headers }: Request): boolean {
  const isOwn = headers.get('sec-fetch-site') === 'same-origin' && headers.get('sec-fetch-mode') !== 'navigate';
  return isOwn && partsOfPages.includes(headers.get('sec-fetch-dest') ?? '');
}
