import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const DATABASE_URL = 'postgres://keepsake:secret@localhost/keepsake';
const PUBLIC_URL = 'https://keepsake.example.org';
const openid = { PUBLIC_URL, OIDC_CLIENT_ID: 'keepsake', OIDC_CLIENT_SECRET: 'of the client' };

test.each<[string, Record<string, string>]>([
  ['STORAGE_URL cannot be read', { DATABASE_URL, STORAGE_URL: 's3://bucket/50%?region=here' }],
  ['STORAGE_URL cannot be read', { DATABASE_URL, STORAGE_URL: 's3://bucket/files?region=' }],
  ['PUBLIC_URL is "https://…@home.example"', { PUBLIC_URL: 'https://ada:secret@home.example' }],
  ['PUBLIC_URL is "https://…@home.example"', { PUBLIC_URL: 'https://ada:se/secret@cret@home.example' }],
  ['CONTENT_URL is "https://…@f.example"', { PUBLIC_URL, CONTENT_URL: 'https://ada:secret@f.example' }],
  ['CONTENT_URL is "http://f.example", and PUBLIC_URL', { PUBLIC_URL, CONTENT_URL: 'http://f.example' }],
  ['OIDC_ISSUER is "https://…@id.example"', { ...openid, OIDC_ISSUER: 'https://ada:secret@id.example' }],
  ['DEFAULT_QUOTA is "50"', { DEFAULT_QUOTA: '50' }],
  ['MAIL_FROM is "nonsense"', { MAIL_FROM: 'nonsense' }],
  ['MAIL_FROM is "Keepsake <keepsake>"', { MAIL_FROM: 'Keepsake <keepsake>' }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT is "collector:4318"', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT is "here"', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'here' }],
])('%s is refused, without a secret', (sentence, environment) => {
  const read = () => readConfig(environment);
  expect(read).toThrow(sentence);
  expect(read).not.toThrow('secret');
});

test('what can be used is taken as it is', () => {
  const config = (environment: Record<string, string>) => readConfig({ DATABASE_URL, ...environment });
  expect(config({ STORAGE_URL: 's3://bucket/50%25' }).storage).toMatchObject({ prefix: '50%/', region: 'us-east-1' });
  expect(config({ PUBLIC_URL, CONTENT_URL: 'https://f.example' }).contentUrl?.host).toBe('f.example');
  expect(config({ PUBLIC_URL: 'http://home', CONTENT_URL: 'http://f.home' }).contentUrl?.host).toBe('f.home');
  expect(['50 GB', '1kib', '12 B', '0'].map((size) => config({ DEFAULT_QUOTA: size }).defaultQuotaBytes)).toEqual([
    50e9, 1024, 12, 0,
  ]);
  const senders = ['ada@example.org', 'Ada Lovelace <ada@localhost>', '"A, B" <ada@example.org>'];
  expect(senders.map((sender) => config({ MAIL_FROM: sender }).mailFrom)).toEqual(senders);
  expect(config({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }).traces?.protocol).toBe('http/protobuf');
  const OIDC_ISSUER = `https://${'long.'.repeat(10)}example`;
  expect(config({ ...openid, OIDC_ISSUER }).openid?.name).toHaveLength(40);
});

test('all that cannot be used is told at once, each in a line, and once where others need it', () => {
  const read = () =>
    readConfig({
      PORT: 'many',
      PUBLIC_URL: 'home',
      CONTENT_URL: 'https://f.example',
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'keepsake',
      OIDC_CLIENT_SECRET: 'of the client',
      PASSWORD_LOGIN: 'closed',
      DRAIN_SECONDS: 'long',
    });
  expect(read).toThrow(/^PORT is "many": .*\nPUBLIC_URL is "home": .*\nDRAIN_SECONDS is "long": .*$/);
});
