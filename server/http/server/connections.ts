import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '#contract/errors.ts';
import { idleSeconds, maxHeadBytes, maxPipelined } from '#contract/limits.ts';
import { answerCode } from '#server/errors/answer-error.ts';

/** How often refused connections are told of. */
const refusedMs = 60 * 1000;
/** How long a client has to read the response to a request that could not be parsed. */
const lingerMs = 1000;

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse };

type Deps = {
  /** How long no byte may move while the server waits for the client, in milliseconds. */
  silenceMs: number;
  maxConnections: number;
  /** Called when a connection was closed because so many are open, once a minute at most. */
  onRefused: () => void;
  /** Headers of every answer that does not say otherwise. */
  headers: Record<string, string>;
  answer: RequestListener;
};

/**
 * The connections of the server. Each has one request answered at a time. A transfer that makes progress may take days; a stalled
 * one is cut off. Requests that cannot be parsed are answered like all others: `{ code, message }`.
 */
export function createConnections({ silenceMs, maxConnections, onRefused, headers, answer }: Deps): Server {
  const running = new WeakMap<Duplex, Exchange>();
  const pipelined = new WeakMap<Duplex, Exchange[]>();
  const rejected = new WeakSet<Duplex>();
  const settings = {
    maxHeaderSize: maxHeadBytes,
    // Node's own answer would have no body.
    requireHostHeader: false,
    requestTimeout: 0,
    keepAliveTimeout: idleSeconds * 1000,
    headersTimeout: silenceMs,
    connectionsCheckingInterval: silenceMs / 4,
  };

  const defaults = Object.entries(headers);
  let toldAt = -refusedMs;

  const server = createServer(settings, (incoming, outgoing) => {
    const { socket } = incoming;
    const waiting = pipelined.get(socket) ?? [];
    pipelined.set(socket, waiting);
    waiting.push({ incoming, outgoing });
    if (waiting.length > maxPipelined) socket.destroy();
    else if (waiting.length === 1) begin(waiting);
  })
    .setTimeout(silenceMs, (socket) => {
      if (isClientsTurn(running.get(socket))) socket.destroy();
      // The server itself is slow: a large file is read again, a database does not respond.
      else socket.setTimeout(silenceMs);
    })
    .on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
      const exchange = running.get(socket);
      const isAnswering = exchange !== undefined && exchange.outgoing.headersSent && !exchange.outgoing.writableEnded;
      if (!socket.writable || isAnswering) socket.destroy();
      else if (!rejected.has(socket)) {
        rejected.add(socket);
        socket.end(errorResponseText(codeOf(error), headers));
        setTimeout(() => socket.destroy(), lingerMs).unref();
      }
    })
    .on('drop', () => {
      if (performance.now() - toldAt < refusedMs) return;
      toldAt = performance.now();
      onRefused();
    });
  server.maxConnections = maxConnections;
  return server;

  /** Has the first of these answered, and then the next: the runtime would hold all answers behind the first. */
  function begin(waiting: Exchange[]): void {
    const [exchange] = waiting;
    if (exchange === undefined) return;
    const { incoming, outgoing } = exchange;
    running.set(incoming.socket, exchange);
    for (const [name, value] of defaults) outgoing.setHeader(name, value);
    // Answered before its body came: the runtime considers the connection idle.
    outgoing.once('finish', () => {
      if (!incoming.complete) incoming.socket.setTimeout(silenceMs);
    });
    outgoing.once('close', () => {
      waiting.shift();
      if (!incoming.socket.destroyed) begin(waiting);
    });
    answer(incoming, outgoing);
  }
}

/** Whether it is the client's turn to send or to read bytes. */
function isClientsTurn(exchange: Exchange | undefined): boolean {
  if (exchange === undefined) return true;
  const { incoming, outgoing } = exchange;
  if (outgoing.writableEnded || outgoing.writableLength > 0) return true;
  // Bytes that came and were not read yet mean that the server is behind.
  return !incoming.complete && incoming.readableLength === 0;
}

function codeOf({ code, rawPacket }: { code?: string; rawPacket?: Buffer }): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request-timeout';
  if (code !== 'HPE_HEADER_OVERFLOW') return 'malformed-request';
  const line = rawPacket?.toString('latin1').split('\r\n', 1)[0] ?? '';
  return /^[A-Z]+ \S+/.test(line) && line.length >= maxHeadBytes ? 'url-too-long' : 'headers-too-large';
}

function errorResponseText(code: ErrorCode, headers: Record<string, string>): string {
  const { status, body } = answerCode(code);
  const text = JSON.stringify(body);
  const fields = {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}
