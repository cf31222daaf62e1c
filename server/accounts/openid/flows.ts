import { openidSeconds } from '#contract/limits.ts';
import type { OpenidPurpose } from '#contract/openid.ts';
import { maxSkewMs } from '../clock-skew.ts';
import { cookieIn } from '../cookies.ts';
import { createSigner } from '../signer.ts';
import { newToken } from '../tokens.ts';
import type { FlowSecrets } from './provider.ts';

/** What somebody went to the log-in provider for. */
export type Flow = {
  id: string;
  purpose: OpenidPurpose;
  /** The session in which they did; none of those who log in. */
  sessionId: string | null;
  /** The page that they come back to. */
  returnTo: string;
  /** The token of the invitation with which they log in. */
  invitation?: string | undefined;
  /** In milliseconds. */
  begunAt: number;
};

/**
 * Log-ins that are on their way to the provider. Each lies in a signed cookie of the browser that began it, so nobody can
 * complete it in another one (RFC 6819, section 4.4.1.8), and the server remembers nothing. State, nonce and PKCE verifier follow from its
 * id and the key of the server, and the cookie contains none of them.
 */
export function createFlows({ secret, isHttps, now }: { secret: string; isHttps: boolean; now: () => number }) {
  const { sign, isSignature } = createSigner(secret, 'openid connect');
  const name = `${isHttps ? '__Host-' : ''}keepsake.openid`;

  return {
    /** A new flow: its secrets, and the Set-Cookie header that makes it the browser's. */
    begin(wanted: Omit<Flow, 'id' | 'begunAt'>): { flow: Flow; secrets: FlowSecrets; cookie: string } {
      const flow: Flow = { ...wanted, id: newToken(), begunAt: now() };
      const payload = Buffer.from(JSON.stringify(flow)).toString('base64url');
      return { flow, secrets: secretsOf(flow), cookie: cookieOf(`${payload}.${sign(payload)}`, openidSeconds) };
    },

    /** The flow of the browser, if it is the one with that state and its time is not over. */
    read(cookieHeader: string | null, state: string | null): { flow: Flow; secrets: FlowSecrets } | undefined {
      const [payload = '', signature = ''] = cookieIn(cookieHeader, name)?.split('.') ?? [];
      if (!isSignature(signature, payload)) return undefined;
      const flow = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Flow;
      const age = now() - flow.begunAt;
      const isOver = age < -maxSkewMs || age > openidSeconds * 1000;
      if (isOver || !isSignature(state ?? '', partOf('state', flow))) return undefined;
      return { flow, secrets: secretsOf(flow) };
    },

    /** The Set-Cookie header that ends the flow of the browser. */
    endCookie: (): string => cookieOf('', 0),
  };

  function secretsOf(flow: Flow): FlowSecrets {
    const [state, nonce, verifier] = ['state', 'nonce', 'verifier'].map((part) => sign(partOf(part, flow)));
    return { state, nonce, verifier } as FlowSecrets;
  }

  function partOf(part: string, { id }: Flow): string {
    return JSON.stringify([part, id]);
  }

  /** Lax: the provider sends the browser back from another site. */
  function cookieOf(value: string, maxAge: number): string {
    return `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  }
}
