import { randomUUID } from 'node:crypto';
import { freePort } from '../fixtures/free-port.ts';
import { startServer, type TestServer } from '../server/start-server.ts';
import { type ProviderPerson, startProvider, type TestProvider } from './provider.ts';

type Newcomer = ProviderPerson & { email: string };

/** A server and the provider that it knows. The provider is down while the server starts. */
export async function startWithProvider(env: Record<string, string> = {}): Promise<{
  server: TestServer;
  provider: TestProvider;
  /** Somebody new at the provider, with an address that it has verified unless told otherwise. */
  newcomer: (about?: Partial<ProviderPerson>) => Newcomer;
}> {
  const people: ProviderPerson[] = [];
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const provider = await startProvider({ baseUrl, people });
  await provider.stop();
  const server = await startServer({ env: { PORT: String(port), PUBLIC_URL: baseUrl, ...provider.settings, ...env } });
  await provider.start();
  return {
    server,
    provider,
    newcomer(about = {}) {
      const subject = randomUUID();
      const added = { subject, email: `${subject}@example.org`, ...about };
      people.push(added);
      return added;
    },
  };
}
