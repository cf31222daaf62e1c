import { expect, test } from 'vitest';
import { createAdminApi } from '#client/admin-api.ts';
import { type Visitor, visit } from '#tests/support/client/build-account.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { begin, byProvider, comeBack, logInThere } from '#tests/support/openid/at-provider.ts';
import { startWithProvider } from '#tests/support/openid/with-provider.ts';

test('with an invitation somebody new comes in by the provider, also where nobody else may, and gets what it promised', async () => {
  const { server: closed, newcomer: comer } = await startWithProvider({ PASSWORD_LOGIN: 'closed', SIGN_UP: 'closed' });
  expect(await byProvider(visit(closed), comer().subject)).toBe('/login?problem=sign-up-closed');
  // The link of the server's own lets them in; its page, to which they come back, makes them an administrator.
  const setup = await waitFor(() => /\/setup#([\w-]+)/.exec(closed.log())?.[1], { what: 'the link' });
  const ada = visit(closed);
  expect(await byProvider(ada, comer().subject, { returnTo: `/setup#${setup}`, invitation: setup })).toBe(
    `/setup#${setup}`,
  );
  const admin = createAdminApi(ada.server);
  await admin.setUp({ token: setup });

  const invite = async (email: string | null) => {
    const { url } = await admin.invitations.create({ email, quotaBytes: 5_000_000, sendsMail: false });
    return url.split('#')[1] ?? '';
  };
  // Of two at once one gets in.
  const invitation = await invite(null);
  const visitors = [visit(closed), visit(closed)];
  const backs: URL[] = [];
  for (const visitor of visitors) backs.push(await logInThere(await begin(visitor, { invitation }), comer().subject));
  const pages = await Promise.all(visitors.map((visitor, i) => comeBack(visitor, backs[i] as URL)));
  expect(pages.toSorted()).toEqual(['/login?problem=invitation-ended', '/task']);
  const bob = visitors[pages.indexOf('/task')] as Visitor;
  await expect(bob.api.storage()).resolves.toMatchObject({ quotaBytes: 5_000_000 });

  const fern = comer();
  const ofFern = await invite(fern.email);
  const somebodyElse = await byProvider(visit(closed), comer().subject, { invitation: ofFern });
  expect(somebodyElse).toBe('/login?problem=invitation-for-another');
  expect(await byProvider(visit(closed), fern.subject, { invitation: ofFern })).toBe('/task');
  await expect(begin(ada, { purpose: 'connect', invitation: ofFern })).rejects.toThrow('invalid-input');
});
