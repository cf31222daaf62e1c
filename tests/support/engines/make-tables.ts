/**
 * `node make-tables.ts <file or URL>`: brings an empty database up to date, so that tests copy it. A program of its own:
 * few workers of the tests load what it needs.
 */
import { openDatabase } from '#server/database/open.ts';

// As the server has it.
process.umask(0o077);
const [place = ''] = process.argv.slice(2);
const url = place.startsWith('postgres:') ? place : undefined;
const database = await openDatabase({ url, file: place });
await database.close();
