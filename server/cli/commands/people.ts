import { exitCodes } from '#contract/command-line.ts';
import { emailAddress, type Person } from '#contract/records/people.ts';
import { counted, sizeText } from '#contract/texts/amounts.ts';
import { bytesOf, noQuotaBytes } from '#contract/texts/sizes.ts';
import { readConfig } from '#server/config/config.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import type { Output } from '#server/maintenance/output.ts';
import { defineCommand } from '../shared/define-command.ts';
import { ownAddress } from '../shared/own-installation.ts';
import { type OwnPeople, operator, withOwnPeople } from '../shared/own-people.ts';

const usage =
  'people takes list, invite [address]; quota, disable, enable, close, end-sessions, password-link, reset-two-step or member with the address of an account; or hand-over with its address and that of who gets its files, or nobody.';
const pageSize = 1000;

export const people = defineCommand({
  name: 'people',
  arguments: '<what> [address] [to address]',
  summary:
    'what administrators do, also while the server runs: `list` the accounts; `invite` somebody, with the link as the answer; set a `quota`; `disable` or `enable` an account; `close` one, which is deleted after 14 days unless it is enabled before; `hand-over` the files of a closed one to somebody, or to `nobody`; `end-sessions`; make a `password-link`, by which somebody sets a new password; `reset-two-step` of somebody who lost it; make an administrator a `member`',
  options: {
    quota: { value: '<size>', summary: 'of a new account, or with `quota`: such as 50GB, `none` or `default`' },
    entries: { value: '<number>', summary: 'with `quota`: folders, files and versions, or `default`' },
  },
  async run({ args: [what = '', email, to, ...more], values: { quota, entries }, output, now }) {
    if (more.length > 0 || (to !== undefined) !== (what === 'hand-over') || (email !== undefined && what === 'list'))
      throw new OperatorError(usage, exitCodes.usage);
    if (quota !== undefined && !['quota', 'invite'].includes(what)) throw unknownFor(what, '--quota');
    if (entries !== undefined && what !== 'quota') throw unknownFor(what, '--entries');
    const quotaBytes = readQuota(quota);
    return await withOwnPeople({ now, output }, async (own) => {
      if (what === 'list') return await list(own, output);
      if (what === 'invite') return await invite(own, output, readInvited(email), quotaBytes ?? null);
      if (email === undefined) throw new OperatorError(usage, exitCodes.usage);
      if (what === 'password-link') return await passwordLink(own, output, email);
      const change =
        to === undefined
          ? changeOf(what, { quotaBytes, quotaEntries: readEntries(entries) })
          : { handOverTo: to === 'nobody' ? null : (await own.withAddress(to)).id };
      const { id } = await own.withAddress(email);
      if (what === 'end-sessions') await own.endSessions(operator, id);
      if (what === 'reset-two-step') await own.resetTwoStep(operator, id);
      const person = await own.change(operator, id, change);
      output.result(person, () => lineOf(person));
      return exitCodes.ok;
    });
  },
});

/** An option that would be left out without a word. */
function unknownFor(what: string, option: string): OperatorError {
  return new OperatorError(`people ${what} takes no ${option}.`, exitCodes.usage);
}

type Quotas = { quotaBytes: number | null | undefined; quotaEntries: number | null | undefined };

function changeOf(what: string, quotas: Quotas): Parameters<OwnPeople['change']>[2] {
  if (what === 'disable') return { state: 'disabled' };
  if (what === 'enable') return { state: 'active' };
  if (what === 'close') return { state: 'closed' };
  if (what === 'member') return { role: 'member' };
  if (what === 'end-sessions' || what === 'reset-two-step') return {};
  if (what === 'quota' && (quotas.quotaBytes !== undefined || quotas.quotaEntries !== undefined)) return quotas;
  throw new OperatorError(what === 'quota' ? 'quota needs --quota or --entries.' : usage, exitCodes.usage);
}

async function list({ list: { page } }: OwnPeople, output: Output): Promise<number> {
  const all: Person[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const read: Awaited<ReturnType<typeof page>> = await page({ cursor, limit: pageSize });
    all.push(...read.people);
    cursor = read.nextCursor;
  }
  output.result(all, () => (all.length === 0 ? 'Nobody has an account.' : all.map(lineOf).join('\n')));
  return exitCodes.ok;
}

async function invite(
  { invitations }: OwnPeople,
  output: Output,
  email: string | null,
  quotaBytes: number | null,
): Promise<number> {
  const { token, expires_at } = await invitations.invite({ email, quota_bytes: quotaBytes, made_by: null });
  const url = new URL(`/join#${token}`, ownAddress()).href;
  output.result({ url, email, expiresAt: expires_at }, () => `${url}\nIt lets one person in, for seven days.`);
  warnOfOwnLink(output);
  return exitCodes.ok;
}

/** For somebody whom no mail reaches. Whoever opens it sets a new password, which ends every session, program and link of the account. */
async function passwordLink(own: OwnPeople, output: Output, address: string): Promise<number> {
  const { id, email } = await own.withAddress(address);
  const url = await own.makePasswordLink(id);
  output.result({ url, email }, () => `${url}\nIt lets ${email} set a new password, once, for one hour.`);
  warnOfOwnLink(output);
  return exitCodes.ok;
}

function warnOfOwnLink(output: Output): void {
  if (readConfig().publicUrl === undefined)
    output.complain(
      `PUBLIC_URL is not set, so the link leads to this machine: for others, put the address of this server in place of ${ownAddress().origin}.`,
    );
}

function lineOf({ email, role, state, handOver, lastSeenAt, ...person }: Person): string {
  const { usedBytes, quotaBytes, usedEntries, quotaEntries } = person;
  const quota = quotaBytes === null ? '' : quotaBytes === noQuotaBytes ? ', no limit' : ` of ${sizeText(quotaBytes)}`;
  const entries = quotaEntries === null ? '' : `, ${usedEntries} of ${counted(quotaEntries, 'entry', 'entries')}`;
  const seen = lastSeenAt === null ? 'never seen' : `last seen ${new Date(lastSeenAt).toISOString().slice(0, 10)}`;
  const files =
    handOver === null
      ? ''
      : `, files go to ${handOver.to?.email ?? 'somebody who is gone'}${handOver.problem === null ? '' : ` (${handOver.problem})`}`;
  return `${email}: ${role}, ${state}, ${sizeText(usedBytes)}${quota}${entries}, ${seen}${files}`;
}

/** The only address that an invitation lets in; null for any. */
function readInvited(text: string | undefined): string | null {
  if (text === undefined) return null;
  const { success, data } = emailAddress.safeParse(text);
  if (success) return data;
  throw new OperatorError(`"${text}" is not a valid email address.`, exitCodes.usage);
}

function readQuota(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'default') return null;
  const bytes = text === 'none' ? noQuotaBytes : bytesOf(text);
  if (bytes !== undefined) return bytes;
  throw new OperatorError(`--quota is "${text}": give a size such as 50GB, none or default.`, exitCodes.usage);
}

function readEntries(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'default') return null;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new OperatorError(`--entries is "${text}": give a number or default.`, exitCodes.usage);
}
