import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

test('a port that is taken is answered with one that is not that of the server', async () => {
  const server = createServer();
  const settings = { port: 'METRICS_PORT', host: 'METRICS_HOST' };
  const port = await listen(server, { port: 0, host: '127.0.0.1', settings });
  await expect(listen(createServer(), { port, host: '127.0.0.1', settings })).rejects.toThrow(
    `Port ${port} is taken by another program: set METRICS_PORT to a free one, for example METRICS_PORT=${port === 65_535 ? port - 1 : port + 1} npm start.`,
  );
  server.close();
});
