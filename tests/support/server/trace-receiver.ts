import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from '../fixtures/file-end.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number; boolValue?: boolean } };

/** A span as OTLP carries it, as far as tests look at it. */
export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  status: { code?: number; message?: string };
};

type Body = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { scope: { name: string }; spans: ReceivedSpan[] }[];
  }[];
};

/** Receives traces by OTLP over HTTP (opentelemetry-proto 1.x): decodes JSON, and keeps all bodies as they came. */
export async function startTraceReceiver() {
  const bodies: { type: string; path: string; bytes: Buffer; headers: Record<string, unknown> }[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const { 'content-type': type = '', ...headers } = incoming.headers;
    bodies.push({ type, path: incoming.url ?? '', bytes: Buffer.concat(chunks), headers });
    outgoing.writeHead(200, { 'content-type': type }).end(type === 'application/json' ? '{}' : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const decoded = () =>
    bodies.filter(({ type }) => type === 'application/json').map(({ bytes }) => JSON.parse(bytes.toString()) as Body);

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: (): ReceivedSpan[] =>
      decoded().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    resources: () => decoded().flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => textsOf(resource))),
  };
}

/** Attributes by name. */
export function textsOf({ attributes }: { attributes: Attribute[] }): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));
}
