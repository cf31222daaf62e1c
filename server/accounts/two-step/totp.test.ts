import { expect, test } from 'vitest';
import { newTotpSecret, timeStepOf, totpUri } from './totp.ts';

/** The secret of RFC 6238, appendix B: "12345678901234567890". */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('codes are those of RFC 6238, of this step and the ones beside it', () => {
  // Its codes have eight digits; the last six are those of six.
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [2000000000, '279037'],
  ] as const) {
    const step = Math.floor(seconds / 30);
    expect(timeStepOf(secret, code, seconds * 1000)).toBe(step);
    expect(timeStepOf(secret, code, (seconds + 30) * 1000)).toBe(step);
    expect(timeStepOf(secret, code, (seconds - 30) * 1000)).toBe(step);
    expect(timeStepOf(secret, code, (seconds + 60) * 1000)).toBeUndefined();
    expect(timeStepOf(secret, code, (seconds - 60) * 1000)).toBeUndefined();
  }
  for (const wrong of ['', '28708', '2870822', 'abcdef', '287083'])
    expect(timeStepOf(secret, wrong, 59_000)).toBeUndefined();
});

test('a secret has 160 bits, and its address says whose it is', () => {
  const one = newTotpSecret();
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(one);
  const uri = new URL(totpUri(one, 'ada+1@example.org'));
  expect(decodeURIComponent(uri.pathname)).toContain('Keepsake:ada+1@example.org');
  expect(uri.searchParams.get('secret')).toBe(one);
});
