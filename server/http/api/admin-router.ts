import { implement } from '@orpc/server';
import { api } from '#contract/api/api.ts';
import type { Administration } from '#server/accounts/people/administration.ts';
import type { ReadServerReport } from '#server/telemetry/report/server-report.ts';
import type { Context } from './context.ts';

/** What tells administrators how the server is. */
export type Watching = {
  report: ReadServerReport;
  /** Sends a mail to the account's own address. Throws mail-refused. */
  testMail: (account: string) => Promise<{ to: string; kind: 'smtp' | 'outbox' }>;
};

/** The endpoints of administrators. Every one but `setUp`, which makes one, asks `administration.enter` first, which refuses everybody else. */
export function adminRouter(administration: Administration, { report, testMail }: Watching) {
  const { admin } = implement(api).$context<Context>();
  const { enter, people, invitations, settings } = administration;
  return {
    setUp: admin.setUp.handler(({ context, input }) => administration.setUp(context, input.token)),
    people: {
      list: admin.people.list.handler(async ({ context, input }) => {
        await enter(context);
        return await people.page(input);
      }),
      change: admin.people.change.handler(async ({ context, input: { id, ...change } }) =>
        people.change(await enter(context), id, change),
      ),
      resetTwoStep: admin.people.resetTwoStep.handler(async ({ context, input }) =>
        people.resetTwoStep(await enter(context), input.id),
      ),
      endSessions: admin.people.endSessions.handler(async ({ context, input }) =>
        people.endSessions(await enter(context), input.id),
      ),
      sendPasswordLink: admin.people.sendPasswordLink.handler(async ({ context, input }) =>
        people.sendPasswordLink(await enter(context), input.id),
      ),
    },
    server: {
      report: admin.server.report.handler(async ({ context }) => {
        const { client } = await enter(context);
        return await report({ yours: client.address ?? 'unknown', proxy: context.proxy });
      }),
      testMail: admin.server.testMail.handler(async ({ context }) => testMail((await enter(context)).account)),
    },
    invitations: {
      list: admin.invitations.list.handler(async ({ context }) => {
        await enter(context);
        return await invitations.list();
      }),
      create: admin.invitations.create.handler(async ({ context, input }) =>
        invitations.create(await enter(context), input),
      ),
      revoke: admin.invitations.revoke.handler(async ({ context, input }) =>
        invitations.revoke(await enter(context), input.id),
      ),
    },
    settings: {
      get: admin.settings.get.handler(async ({ context }) => {
        await enter(context);
        return await settings.all();
      }),
      change: admin.settings.change.handler(async ({ context, input }) => settings.change(await enter(context), input)),
    },
  };
}
