import nodemailer from 'nodemailer';
import { describe, expect, test } from 'vitest';
import { bytes, sha256 } from './bytes.ts';
import { createCookieJar } from './cookie-jar.ts';
import { createExpectations } from './expected.ts';
import { startMailServer } from './mail-server.ts';
import { waitFor } from './wait-for.ts';

describe('the mail server', () => {
  test('keeps what it receives, by recipient', async () => {
    const mails = await startMailServer();
    const sender = nodemailer.createTransport(mails.url);
    await sender.sendMail({ from: 'a@example.org', to: 'Eva@example.org', subject: 'Grüße 🌷', text: 'Hello' });
    const mail = await mails.nextMail('eva@example.org');
    expect(mail.subject).toBe('Grüße 🌷');
    expect(mail.text?.trim()).toBe('Hello');
    expect(mails.waiting()).toBe(0);
  });

  test('refuses who does not log in where a login is asked for', async () => {
    const mails = await startMailServer({ auth: { user: 'keep', pass: 'safe' } });
    const mail = { from: 'a@example.org', to: 'eva@example.org', subject: 'x', text: 'y' };
    const stranger = nodemailer.createTransport(mails.url.replace('safe', 'wrong'));
    await expect(stranger.sendMail(mail)).rejects.toThrow('535');
    await nodemailer.createTransport(mails.url).sendMail(mail);
    expect((await mails.nextMail('eva@example.org')).subject).toBe('x');
  });
});

test('bytes are the same for the same length and seed only', () => {
  expect(sha256(bytes(100_000))).toBe(sha256(bytes(100_000)));
  expect(sha256(bytes(100_000, 'other'))).not.toBe(sha256(bytes(100_000)));
  expect(bytes(0)).toHaveLength(0);
});

test('a cookie jar keeps, replaces and drops cookies', () => {
  const jar = createCookieJar();
  const answer = (...lines: string[]) => new Response(null, { headers: lines.map((line) => ['set-cookie', line]) });
  jar.keep(answer('a=1; Path=/; HttpOnly', 'b=x=y; Max-Age=60'));
  expect(jar.header()).toBe('a=1; b=x=y');
  jar.keep(answer('a=2', 'b=; Max-Age=0'));
  expect(jar.header()).toBe('a=2');
});

test('waiting ends with the answer, or with what was waited for', async () => {
  let asked = 0;
  expect(await waitFor(() => (++asked > 3 ? asked : undefined), { what: 'the fourth' })).toBe(4);
  await expect(waitFor(() => false, { what: 'nothing', timeoutMs: 50 })).rejects.toThrow('in vain for nothing');
});

test('complaints are about what nobody expects', () => {
  const complaints = createExpectations('line');
  complaints.add('early disk full');
  complaints.expect(/disk full/);
  complaints.add('late disk full');
  complaints.add('odd');
  expect(complaints.take()).toEqual(['Unexpected line: odd']);
  expect(complaints.take()).toEqual([]);
});
