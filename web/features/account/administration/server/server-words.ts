import type { ServerProblem, ServerReport } from '#contract/records/server-report.ts';
import { counted, sizeText } from '#contract/texts/amounts.ts';
import { dayText, momentText } from '#web/ui/browser/day-text.ts';
import { jobNames } from './job-words.ts';

/** One thing about the server: what it is, how it is, and what to do where it is not well. */
export type Row = {
  name: string;
  text: string;
  isBad: boolean;
  /** It is neither well nor needs anybody: something is not set up. */
  isOpen?: boolean;
  isMail?: true;
};

const dayMs = 24 * 60 * 60 * 1000;
const monthDays = 30;
const yearDays = 365;

/** The one sentence. */
export function sentenceOf({ problems }: Pick<ServerReport, 'problems'>): string {
  const words = ['Everything is well', 'One thing needs you', 'Two things need you', 'Three things need you'];
  return words[problems.length] ?? `${problems.length} things need you`;
}

/** What is not well comes first. */
export function rowsOf(report: ServerReport): Row[] {
  const has = (...problems: ServerProblem[]) => problems.some((problem) => report.problems.includes(problem));
  const rows: Row[] = [
    ...(has('not-ready')
      ? [{ name: 'Writing', text: 'The server cannot write right now: its log and /readyz say why.', isBad: true }]
      : []),
    ...(has('job-failed') ? [{ name: 'Jobs', text: failedText(report.jobs.list), isBad: true }] : []),
    { name: 'Disk', text: diskText(report.disk), isBad: has('disk-nearly-full') },
    {
      name: 'Backup',
      text: backupText(report),
      isBad: has('backup-late', 'backup-trouble'),
      isOpen: report.backup === null,
    },
    { name: 'Files', text: filesText(report.files), isBad: has('files-damaged', 'check-late') },
    { name: 'In progress', text: progressText(report), isBad: false },
    {
      name: 'Mail',
      text: mailText(report.mail),
      isBad: has('mail-refused'),
      isOpen: report.mail.kind === 'outbox',
      isMail: true,
    },
    {
      name: 'Address',
      text: addressText(report.address),
      isBad: has('proxy-untrusted'),
      isOpen: report.address.publicUrl === null,
    },
    ...(report.certificate === null
      ? []
      : [{ name: 'Certificate', text: certificateText(report.certificate), isBad: has('certificate-ending') }]),
    { name: 'Version', text: versionText(report, has('nodes-differ')), isBad: has('nodes-differ') },
  ];
  return rows.toSorted((one, other) => Number(other.isBad) - Number(one.isBad));
}

function diskText({ freeBytes, totalBytes, usedBytes, bytesPerDay }: ServerReport['disk']): string {
  const stored = `People keep ${sizeText(usedBytes)}.`;
  if (freeBytes === null || totalBytes === null)
    return `${stored} The files are in S3, which does not say how much is free.`;
  const free = `${sizeText(freeBytes)} of ${sizeText(totalBytes)} are free`;
  const lasts =
    bytesPerDay !== null && bytesPerDay > 0 ? `, enough for ${daysText(freeBytes / bytesPerDay)} at this pace` : '';
  return `${free}${lasts}. ${stored}`;
}

function daysText(days: number): string {
  if (days < 1) return 'less than a day';
  if (days < 2) return '1 day';
  if (days < 2 * monthDays) return `${Math.floor(days)} days`;
  if (days < 2 * yearDays) return `about ${Math.round(days / monthDays)} months`;
  return days < 20 * yearDays ? `about ${Math.round(days / yearDays)} years` : 'decades';
}

function backupText({ backup, at }: ServerReport): string {
  if (backup === null)
    return 'The server takes none by itself. With BACKUP_FOLDER it does; the command keepsake backup makes one.';
  if (backup.at === null)
    return backup.state === 'new' ? 'None was taken yet.' : 'None has succeeded yet: see keepsake doctor.';
  const last = `The last good one was made on ${momentText(backup.at)}`;
  if (backup.state === 'overdue') return `${last}, ${daysText((at - backup.at) / dayMs)} ago: see keepsake doctor.`;
  return backup.state === 'trouble' ? `${last}, but something about them is wrong: see keepsake doctor.` : `${last}.`;
}

function filesText({ damaged, oldestCheckAt }: ServerReport['files']): string {
  if (oldestCheckAt === null) return 'Nothing is stored yet.';
  const since = `Every file was stored or read again since ${dayText(oldestCheckAt)}`;
  if (damaged === 0) return `${since}, and is the same to the byte.`;
  const what = counted(damaged, 'stored file is damaged', 'stored files are damaged');
  return `${what}: keepsake doctor names them, and a backup has them. ${since}.`;
}

/** What failed and was not done since, by name: the list below says how. */
function failedText(jobs: ServerReport['jobs']['list']): string {
  const failed = jobs.filter(({ outcome }) => outcome === 'failed').map(({ name }) => jobNames[name].toLowerCase());
  const what = new Intl.ListFormat('en').format(failed);
  return `${capital(what)} failed the last time, and ${failed.length === 1 ? 'is' : 'are'} tried again. The list below says why.`;
}

function progressText({ files: { waiting }, jobs: { isIndexing, unpacking, lastProblem } }: ServerReport): string {
  const parts = [
    waiting === 0 ? '' : `thumbnails and facts of ${waiting.toLocaleString('en')} files`,
    isIndexing ? 'names for the search' : '',
    unpacking === 0 ? '' : `${unpacking} zips that are unpacked`,
  ].filter(Boolean);
  const now =
    parts.length === 0 ? 'Nothing: thumbnails, search and unpacking are done.' : `${capital(parts.join(', '))}.`;
  return lastProblem === null ? now : `${now} On ${momentText(lastProblem.at)}: ${lastProblem.says}.`;
}

function mailText({ kind, sentAt, failedAt, failure }: ServerReport['mail']): string {
  if (failedAt !== null)
    return `The mail server did not take the last mail, on ${momentText(failedAt)}: ${failure ?? ''}`;
  if (kind === 'outbox')
    return 'No mail server is set: mails, such as links for a new password, are kept in a folder. Set SMTP_URL.';
  return sentAt === null
    ? 'None was sent since the server started.'
    : `The last one was sent on ${momentText(sentAt)}.`;
}

function addressText({ publicUrl, yours: address, proxy }: ServerReport['address']): string {
  // An IPv4 address as IPv6 sockets write it (RFC 4291, section 2.5.5.2).
  const yours = address.replace(/^::ffff:(?=[\d.]+$)/, '');
  const at =
    publicUrl === null
      ? 'PUBLIC_URL is not set: links in mails lead to this machine.'
      : `People reach it at ${publicUrl}.`;
  if (proxy === 'untrusted')
    return `A proxy passes requests on, and is not trusted: everybody seems to come from ${yours}, so one person can use up the limits of all. Set TRUSTED_PROXIES to its address.`;
  const through = proxy === 'trusted' ? 'through a proxy that you trust' : 'without a proxy';
  return `${at} You come from ${yours}, ${through}.`;
}

function certificateText({ endsAt, problem }: NonNullable<ServerReport['certificate']>): string {
  if (endsAt === null) return `It could not be read from here: ${problem ?? 'no answer'}.`;
  return `It ends on ${dayText(endsAt)}${problem === null ? '.' : `, and this machine does not trust it: ${problem}.`}`;
}

function versionText({ version, nodes, at }: ServerReport, differ: boolean): string {
  if (differ)
    return `The nodes run different versions: ${nodes.map((node) => `${node.name} ${node.version}`).join(', ')}.`;
  const since = Math.min(...nodes.map(({ startedAt }) => startedAt), at);
  const days = Math.floor((at - since) / dayMs);
  const up = days === 0 ? 'Running since today' : days === 1 ? 'Running for a day' : `Running for ${days} days`;
  return `Keepsake ${version}. ${up}${nodes.length > 1 ? ` on ${nodes.length} nodes` : ''}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
