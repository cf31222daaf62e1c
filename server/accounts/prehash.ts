import { AsyncLocalStorage } from 'node:async_hooks';
import { hashPassword } from 'better-auth/crypto';

export type Prehash = ReturnType<typeof createPrehash>;

/**
 * Hashes a password before the transaction that stores it begins: hashing takes a tenth of a second, during which no one
 * else could write.
 */
export function createPrehash() {
  const ofRequest = new AsyncLocalStorage<{ hash?: string }>();

  return {
    /** Handles a request, which may hash one password in advance. */
    run: <Result>(handle: () => Result): Result => ofRequest.run({}, handle),
    /** Hashes the password that the request is about to store. */
    async prepare(password: string): Promise<void> {
      const request = ofRequest.getStore();
      if (request) request.hash = await hashPassword(password);
    },
    /** The prepared hash; without one, it is computed now. */
    hash: async (password: string): Promise<string> => ofRequest.getStore()?.hash ?? (await hashPassword(password)),
  };
}
