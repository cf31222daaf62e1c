import { expect, test, vi } from 'vitest';
import { offerPasskey } from './offer-passkey.ts';

const stop = new AbortController().signal;
const refused = new DOMException('There is no passkey', 'NotAllowedError');

test('where no passkey can be offered, nothing is said', async () => {
  const logIn = vi.fn<() => Promise<void>>(async () => {});
  await offerPasskey({ choose: () => Promise.reject(refused), logIn, stop });
  await offerPasskey({ choose: () => Promise.reject(new Error('The server does not answer')), logIn, stop });
  expect(logIn).not.toHaveBeenCalled();
});

test('why the one that was chosen does not log in is said', async () => {
  const answer = { id: 'removed' };
  const logIn = vi.fn<(answer: object) => Promise<void>>(() => Promise.reject(new Error('This passkey was removed')));
  await expect(offerPasskey({ choose: async () => answer, logIn, stop })).rejects.toThrow('This passkey was removed');
  expect(logIn).toHaveBeenCalledWith(answer);
});

test('it ends with the page', async () => {
  const page = new AbortController();
  const choose = (signal: AbortSignal) =>
    new Promise<object>((_, reject) => signal.addEventListener('abort', () => reject(refused)));
  const offered = offerPasskey({ choose, logIn: async () => {}, stop: page.signal });
  page.abort();
  await expect(offered).resolves.toBeUndefined();
});
