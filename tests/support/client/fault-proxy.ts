import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { atEndOfFile } from '../fixtures/file-end.ts';

/** What happens to one request instead of reaching the server and coming back whole. */
export type Fault =
  /** Answered here; the server never hears of it. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }
  /** The connection breaks when this many bytes of the body went on to the server. */
  | { kind: 'cut request'; afterBytes: number }
  /**
   * The server does its work, then the connection breaks when this many bytes of its answer came back, and after `until`: it is
   * closed, or with `isReset` reset.
   */
  | { kind: 'cut answer'; afterBytes: number; isReset?: boolean; until?: () => Promise<unknown> }
  /** The server does its work; not one byte of its answer comes back. */
  | { kind: 'drop answer' }
  /** All goes well, but later: after so many milliseconds, or when something has happened. */
  | { kind: 'delay'; ms: number }
  | { kind: 'delay'; until: Promise<unknown> }
  /** The server does its work; its answer has other headers. */
  | { kind: 'headers'; headers: Record<string, string> };

/** What a plan decides by. */
export type Passing = { method: string; path: string; headers: IncomingMessage['headers'] };

/** The fault of a request, or undefined when it passes unharmed. */
export type Plan = (passing: Passing) => Fault | undefined;

/**
 * An HTTP proxy before a server. Ends with the test file. It names the server it goes on to as host, unless the host is
 * part of what a client signed.
 */
export async function startFaultProxy(target: string, plan: Plan, { keepsHost = false } = {}) {
  let current = plan;
  let requests = 0;
  const proxy = createServer((incoming, outgoing) => {
    requests += 1;
    const { method = 'GET', url: path = '/', headers } = incoming;
    void pass({ target, keepsHost }, incoming, outgoing, current({ method, path, headers }));
  });
  // Nagle and keep-alive of a broken connection would blur what a fault does.
  proxy.keepAliveTimeout = 1000;
  const baseUrl = await new Promise<string>((resolve) =>
    proxy.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)),
  );
  const stop = () =>
    new Promise<void>((resolve) => {
      proxy.close(() => resolve());
      proxy.closeAllConnections();
    });
  atEndOfFile(stop);
  return {
    baseUrl,
    stop,
    /** How many requests came. */
    requests: () => requests,
    /** Another plan from now on. */
    follow(next: Plan) {
      current = next;
    },
  };
}

type Way = { target: string; keepsHost: boolean };

async function pass(
  { target, keepsHost }: Way,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault | undefined,
) {
  outgoing.on('error', () => {});
  incoming.on('error', () => {});
  if (fault?.kind === 'answer') return answerHere(incoming, outgoing, fault);
  if (fault?.kind === 'delay') await ('until' in fault ? fault.until : pause(fault.ms));
  const host = keepsHost ? incoming.headers.host : new URL(target).host;
  const origin = incoming.headers.origin === undefined ? {} : { origin: new URL(target).origin };
  const onward = request(`${target}${incoming.url}`, {
    method: incoming.method,
    headers: { ...incoming.headers, host, ...origin, connection: 'close' },
    agent: false,
  });
  const breakOff = () => {
    onward.destroy();
    if (fault?.kind === 'cut answer' && fault.isReset) incoming.socket.resetAndDestroy();
    else incoming.socket.destroy();
  };
  onward.on('error', () => incoming.socket.destroy());
  incoming.on('aborted', () => onward.destroy());
  onward.on('response', (answer) => {
    answer.on('error', () => incoming.socket.destroy());
    if (fault?.kind === 'drop answer') {
      answer.resume();
      answer.on('end', () => incoming.socket.destroy());
      return;
    }
    const other = fault?.kind === 'headers' ? fault.headers : {};
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...other });
    if (fault?.kind === 'cut answer')
      cutAfter(answer, fault.afterBytes, (bytes) => outgoing.write(bytes), breakOff, fault.until);
    else answer.pipe(outgoing);
  });
  if (fault?.kind === 'cut request') cutAfter(incoming, fault.afterBytes, (bytes) => onward.write(bytes), breakOff);
  else incoming.pipe(onward);
}

/** Passes on the first bytes of a stream, then breaks off, also when the stream ends before. */
function cutAfter(
  stream: IncomingMessage,
  afterBytes: number,
  write: (bytes: Buffer) => void,
  breakOff: () => void,
  // What was written has to leave first.
  until = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 5)),
) {
  let passed = 0;
  stream.on('data', (bytes: Buffer) => {
    if (passed >= afterBytes) return;
    write(bytes.subarray(0, afterBytes - passed));
    passed += bytes.length;
    if (passed >= afterBytes) void until().finally(breakOff);
  });
  stream.on('end', () => void until().finally(breakOff));
}

function answerHere(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers = {}, body = '' }: Fault & { kind: 'answer' },
) {
  // Read whole, so that the client sees the answer and no broken connection.
  incoming.resume();
  incoming.on('end', () => outgoing.writeHead(status, headers).end(body));
}
