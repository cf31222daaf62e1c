import { signUp } from '#tests/support/client/build-account.ts';
import { startPostgres } from '#tests/support/engines/postgres-server.ts';
import { providePrograms } from '../../scripts/provide-programs.ts';
import { type Figure, timesOf } from '../support/figures.ts';
import { readPages } from '../support/read-pages.ts';
import { seedFiles } from '../support/seed-files.ts';
import { newFolder, startKeepsake } from '../support/server-process.ts';
import { ours, startLimit } from '../uploads/contenders.ts';
import { compareSmallFiles } from '../uploads/small-files.ts';

const smallFiles = 3000;
const files = 100_000;

/** Small files and pages again, with the rows in a PostgreSQL with default settings. */
export async function measureOnPostgres(): Promise<Figure[]> {
  await providePrograms('postgres');
  const folder = await newFolder();
  const postgres = await startPostgres();
  const dataFolder = `${folder.path}/data`;
  const keepsake = await startKeepsake(dataFolder, { settings: { DATABASE_URL: postgres.url } });
  const limit = await startLimit(folder.path);
  try {
    const person = await signUp(keepsake);
    const contenders = [limit, ours(keepsake, person, 'tus', 'ours, tus as the client does')];
    const smallFileFigures = await compareSmallFiles(contenders, limit, { folder: folder.path, files: smallFiles });
    const seeded = await seedFiles({ dataFolder, databaseUrl: postgres.url }, person, {
      folders: 1,
      filesInEach: files,
    });
    const pages = await readPages(keepsake, person, { folderId: seeded[0]?.id ?? '', files, pages: files / 100 });
    return [
      ...smallFileFigures,
      { what: 'a page of 100 out of 100,000 files, all 1,000 in turn', value: timesOf(pages) },
    ];
  } finally {
    await Promise.all([keepsake.stop(), limit.server.stop()]);
    await postgres.close();
    await folder.remove();
  }
}
