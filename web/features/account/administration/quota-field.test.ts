import { expect, test } from 'vitest';
import { noQuotaBytes } from '#contract/texts/sizes.ts';
import { quotaIn, quotaText } from './quota-field.tsx';

test.each([null, 0, 12_345, 5_000_000_001, 50_000_000_000, noQuotaBytes])(
  'a quota of %j is the same after it was shown and saved',
  (bytes) => {
    expect(quotaIn(quotaText(bytes))).toBe(bytes);
  },
);
