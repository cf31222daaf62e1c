import pg from 'pg';
import { atEndOfFile } from '../fixtures/file-end.ts';

type Signal = { about: string; account: string };

/** What the nodes of a database tell each other from now on, until the end of the file: each signal is added as it comes. */
export async function hearSignals(databaseUrl: string | undefined): Promise<Signal[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  const heard: Signal[] = [];
  client.on('notification', ({ payload = '' }) =>
    heard.push(...(JSON.parse(payload) as { signals: Signal[] }).signals),
  );
  await client.connect();
  atEndOfFile(() => client.end());
  await client.query('listen keepsake');
  return heard;
}
