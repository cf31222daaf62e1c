import { AsyncLocalStorage } from 'node:async_hooks';
import type { Admitted, FirstStep } from '../admitted.ts';
import type { DeviceAccount } from '../guesses/device-cookies.ts';
import type { Guess } from '../guesses/guesses.ts';
import { widestOf } from '../networks.ts';
import type { Sender } from '../passwords/fair-queue.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';

/** What the parts of the authentication service know of the request that they handle. */
export type AuthRequest = {
  /** The client's address. */
  address: string;
  /** Its Cookie header. */
  cookie: string | null;
  /** For the queue of the hasher. */
  sender: Sender;
  /** A password that was hashed before the transaction that stores it began. */
  prepared?: { password: string; hash: string };
  /** The stored hash that its password was found to match. */
  verifiedHash?: string;
  /**
   * The account that the server itself found its sender to be, by other means than a password.
   */
  admitted?: Admitted;
  /** The first step that it took, where a second one is needed. */
  firstStep?: FirstStep;
  /** The attempt to log in that it makes. */
  guess?: Guess;
  /** The token of the invitation with which it signs up. */
  invitation?: string;
  /** The account whose password it replaces. */
  resets?: DeviceAccount;
};

export type AuthRequests = ReturnType<typeof createAuthRequests>;

/** Follows each request through the library, and hashes its passwords. */
export function createAuthRequests(hasher: PasswordHasher) {
  const current = new AsyncLocalStorage<AuthRequest>();

  return {
    /** A request from an address, as yet of an unknown browser. */
    from(address: string, cookie: string | null): AuthRequest {
      const network = widestOf(address);
      return { address, cookie, sender: { id: network, network, isKnown: false } };
    },
    run: <Result>(request: AuthRequest, handle: () => Result): Result => current.run(request, handle),
    /** Undefined for calls of the server itself. */
    current: (): AuthRequest | undefined => current.getStore(),

    /**
     * Hashes a password before the transaction that stores it begins: hashing takes a tenth of a second, during which no
     * one else could write.
     */
    async prepare(password: string): Promise<string> {
      const hash = await hasher.hash(password, senderNow());
      const request = current.getStore();
      if (request) request.prepared = { password, hash };
      return hash;
    },
    /** The prepared hash; without one, it is computed now. */
    async hash(password: string): Promise<string> {
      const prepared = current.getStore()?.prepared;
      return prepared?.password === password ? prepared.hash : await hasher.hash(password, senderNow());
    },
    async verify({ password, hash }: { password: string; hash: string }): Promise<boolean> {
      const isRight = await hasher.verify(password, hash, senderNow());
      const request = current.getStore();
      if (isRight && request) request.verifiedHash = hash;
      return isRight;
    },
    /** For a password that comes by another way than a request to the library, from somebody who is logged in. */
    async verifyOf(sent: { password: string; hash: string; account: string; address: string }): Promise<boolean> {
      const { password, hash, account, address } = sent;
      return await hasher.verify(password, hash, { id: account, network: widestOf(address), isKnown: true });
    },
    /** Hashes a new one that comes that way. */
    async hashOf({
      password,
      account,
      address,
    }: {
      password: string;
      account: string;
      address: string;
    }): Promise<string> {
      return await hasher.hash(password, { id: account, network: widestOf(address), isKnown: true });
    },
  };

  function senderNow(): Sender {
    return current.getStore()?.sender ?? { id: 'server', network: 'server', isKnown: true };
  }
}
