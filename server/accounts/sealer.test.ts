import { expect, test } from 'vitest';
import { createSealer } from './sealer.ts';

test('what is sealed is opened for its owner, with the same secret and purpose, unchanged', () => {
  const { seal, open } = createSealer('a secret', 'tests');
  const sealed = seal('a text ✓', 'ada');
  expect(open(sealed, 'ada')).toBe('a text ✓');
  expect(seal('a text ✓', 'ada')).not.toBe(sealed);
  expect(open(sealed, 'eve')).toBeUndefined();
  expect(createSealer('another secret', 'tests').open(sealed, 'ada')).toBeUndefined();
  expect(createSealer('a secret', 'other tests').open(sealed, 'ada')).toBeUndefined();
  const bytes = Buffer.from(sealed, 'base64url');
  for (let i = 0; i < bytes.length; i += 1) {
    const changed = Buffer.from(bytes);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(open(changed.toString('base64url'), 'ada')).toBeUndefined();
  }
  for (const broken of ['', 'x', sealed.slice(0, -2)]) expect(open(broken, 'ada')).toBeUndefined();
});
