import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const PUBLIC_URL = 'https://keepsake.example.org';
const set = {
  PUBLIC_URL,
  OIDC_ISSUER: 'https://id.example.org/realms/home',
  OIDC_CLIENT_ID: 'keepsake',
  OIDC_CLIENT_SECRET: 'the secret of the client',
};

test('three settings are enough, and the rest follows from them', () => {
  const { openid, passwordLogIn } = readConfig(set);
  const rest = { signUp: undefined, asksSecondStep: true };
  expect(openid).toMatchObject({ clientId: 'keepsake', name: 'id.example.org', ...rest });
  expect(openid?.issuer.href).toBe(set.OIDC_ISSUER);
  expect(passwordLogIn).toBe('open');
  expect(readConfig({}).openid).toBeUndefined();
});

test('who may have an account by the provider follows from SIGN_UP, unless it is said', () => {
  expect(readConfig({ ...set, SIGN_UP: 'closed' }).openid?.signUp).toBe('closed');
  expect(readConfig({ ...set, SIGN_UP: 'closed', OIDC_SIGN_UP: 'open' }).openid?.signUp).toBe('open');
});

test.each<[string, Record<string, string>]>([
  ['set all three or none', { PUBLIC_URL, OIDC_ISSUER: set.OIDC_ISSUER }],
  ['PUBLIC_URL is not', { ...set, PUBLIC_URL: '' }],
  ['OIDC_ISSUER is "http://id.example.org"', { ...set, OIDC_ISSUER: 'http://id.example.org' }],
  ['OIDC_ISSUER is "id.example.org"', { ...set, OIDC_ISSUER: 'id.example.org' }],
  ['OIDC_NAME is too long', { ...set, OIDC_NAME: 'x'.repeat(41) }],
  ['OIDC_SIGN_UP is "yes"', { ...set, OIDC_SIGN_UP: 'yes' }],
  ['OIDC_SECOND_STEP is "no"', { ...set, OIDC_SECOND_STEP: 'no' }],
  ['nobody could log in', { PASSWORD_LOGIN: 'closed' }],
])('%s', (sentence, environment) => {
  const read = () => readConfig(environment);
  expect(read).toThrow(sentence);
  expect(read).not.toThrow(set.OIDC_CLIENT_SECRET);
});

test('at an address of this machine it may be without encryption', () => {
  expect(readConfig({ ...set, OIDC_ISSUER: 'http://127.0.0.1:9000' }).openid).toBeDefined();
});
