import { expect, test } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { folder } from '../cache/sample-listing.ts';
import { whereGone } from './where-gone.ts';

const path = ['Trips', 'Lake'].map((name) => ({ id: name, name }));
const shown = folder('Day 1', { path });

/** Of these folders the server knows, and of no others. */
const whereGoneAmong = (there: readonly string[], code: 'entry-not-found' | 'unavailable' = 'entry-not-found') =>
  whereGone(
    {
      read: async (id) => {
        if (!there.includes(id)) throw new ApiError({ code, message: code }, 404);
        return folder(id);
      },
    },
    shown,
  );

test('a folder that is gone was in the lowest one around it that is there; what that held went to Trash', async () => {
  expect(await whereGoneAmong(['Trips', 'Lake'])).toEqual({ name: 'Day 1', went: 'Day 1', from: 'Lake' });
  expect(await whereGoneAmong(['Trips'])).toEqual({ name: 'Day 1', went: 'Lake', from: 'Trips' });
  expect(await whereGoneAmong([])).toEqual({ name: 'Day 1', went: 'Trips', from: null });
});

test('one that the server does not answer about counts as there, and of what was never shown nothing is known', async () => {
  expect(await whereGoneAmong([], 'unavailable')).toEqual({ name: 'Day 1', went: 'Day 1', from: 'Lake' });
  expect(await whereGone({ read: async (id) => folder(id) }, undefined)).toBeUndefined();
});
