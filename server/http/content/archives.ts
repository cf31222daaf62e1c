import { requirePerson } from '#server/accounts/app-passwords.ts';
import type { Access } from '#server/drive/access/access.ts';
import type { AccountArchives } from '#server/drive/account-archives/account-archives.ts';
import type { Archives } from '#server/drive/archives/archives.ts';
import type { Identify } from '../middleware/identify.ts';
import type { ContentHandler, Exchange } from './content.ts';

type Deps = {
  access: Access;
  archives: Archives;
  accountArchives: Pick<AccountArchives, 'open'>;
  identify: Identify;
  /** Sends bytes like the content handler. */
  sendContent: ContentHandler['answer'];
};

type ArchiveRequest = Exchange & { id: string };

export type ArchivesHandler = ReturnType<typeof createArchivesHandler>;

/** Zips: GET and HEAD of `/api/folders/<folder>/archive`, also of `root`, of `/api/archives/<archive>` and of `/api/account/archive/<archive>`. */
export function createArchivesHandler({ access, archives, accountArchives, identify, sendContent }: Deps) {
  return {
    async ofFolder({ id, ...exchange }: ArchiveRequest): Promise<Response> {
      const folderId = id === 'root' ? null : id;
      return await sendContent(
        exchange,
        () => identify(exchange.request.headers),
        async (principal) => await archives.openFolder(await access.scopeFor(principal, [folderId]), folderId),
      );
    },

    async created({ id, ...exchange }: ArchiveRequest): Promise<Response> {
      return await sendContent(
        exchange,
        () => identify(exchange.request.headers),
        async (principal) => await archives.openCreated(await access.scopeFor(principal, []), id),
      );
    },

    /** For persons only: no program takes everything. */
    async ofAccount({ id, ...exchange }: ArchiveRequest): Promise<Response> {
      return await sendContent(
        exchange,
        () => identify(exchange.request.headers),
        async (principal) => {
          requirePerson(principal);
          return await accountArchives.open(await access.scopeFor(principal, []), id);
        },
      );
    },
  };
}
