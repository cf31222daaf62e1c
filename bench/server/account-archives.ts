import { signUp, visit } from '#tests/support/client/build-account.ts';
import { type Figure, mebibytes, milliseconds, rate } from '../support/figures.ts';
import { createInstallation, type DatabaseName } from '../support/installation.ts';
import { seedFiles } from '../support/seed-files.ts';

const files = 100_000;
const text = 'The same in each of them';

/** Everything of an account with 100,000 small files, made and downloaded. */
export async function measureAccountArchives({ databases }: { databases: readonly DatabaseName[] }): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of databases) {
    const installation = await createInstallation(name);
    try {
      const seeding = await installation.start();
      const ada = await signUp(seeding);
      const fileOf = (at: number) => ({
        name: `seeded ${at}.txt`,
        size: text.length,
        contentType: 'text/plain',
        age: at,
      });
      await seedFiles(installation.database, ada, { folders: 1, filesInEach: files, fileOf });
      await seeding.stop();
      const server = await installation.start({ watch: true });
      try {
        const { api, fetch } = visit(server, ada.cookies());
        const before = await server.residentBytes();
        await server.eventLoop();
        let since = performance.now();
        const { url, size } = await api.account.archive({ versions: true, trash: true });
        const madeMs = performance.now() - since;
        const delays = await server.eventLoop();
        const made = await server.residentBytes();
        since = performance.now();
        let bytes = 0;
        for await (const chunk of (await fetch(url)).body ?? []) bytes += chunk.length;
        const sentMs = performance.now() - since;
        if (bytes !== size) throw new Error(`The archive has ${bytes} bytes, not ${size}`);
        figures.push(
          { what: `an archive of 100,000 files of 24 bytes on ${name}, made`, value: milliseconds(madeMs) },
          { what: 'longest delay of the event loop meanwhile', value: milliseconds(delays.max) },
          { what: `all of it, ${mebibytes(size)}`, value: `${milliseconds(sentMs)}, ${rate(size, sentMs)}` },
          {
            what: 'memory of the server before, after it was made, and after it was sent',
            value: [before, made, await server.residentBytes()].map(mebibytes).join(', '),
          },
        );
      } finally {
        await server.stop();
      }
    } finally {
      await installation.remove();
    }
  }
  return figures;
}
