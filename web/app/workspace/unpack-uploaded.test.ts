import { expect, test, vi } from 'vitest';
import { createUnpackUploaded } from './unpack-uploaded.ts';

const zip = (name: string) => new File(['PK'], name);

test('one that is not uploaded after all keeps nobody waiting', () => {
  const unpack = vi.fn<(zips: readonly { id: string; name: string }[]) => void>();
  const uploaded = createUnpackUploaded(unpack);
  const [one, two, alone] = [zip('one.zip'), zip('two.zip'), zip('alone.zip')];
  uploaded.add([one, two]);
  uploaded.add([alone]);
  uploaded.stored(one, '1');
  uploaded.discarded(two);
  uploaded.discarded(alone);
  expect(unpack.mock.calls).toEqual([[[{ id: '1', name: 'one.zip' }]]]);
});

test('what was dropped together is unpacked in the next session, with what was stored in the one before', () => {
  const unpack = vi.fn<(zips: readonly { id: string; name: string }[]) => void>();
  const [one, two] = [zip('one.zip'), zip('two.zip')];
  const earlier = createUnpackUploaded(() => {});
  earlier.add([one, two]);
  earlier.stored(one, '1');
  const uploaded = createUnpackUploaded(unpack);
  uploaded.resume(earlier.waiting);
  uploaded.stored(two, '2');
  expect(unpack.mock.calls.flat(2).map(({ id }) => id)).toEqual(['1', '2']);
});

test('what was dropped together is unpacked together, once all of it is stored', () => {
  const unpack = vi.fn<(zips: readonly { id: string; name: string }[]) => void>();
  const uploaded = createUnpackUploaded(unpack);
  const [one, two, alone, other] = [zip('one.zip'), zip('two.zip'), zip('alone.zip'), zip('other.zip')];
  uploaded.add([one, two]);
  uploaded.add([alone]);
  uploaded.stored(two, '2');
  uploaded.stored(other, '4');
  expect(unpack).not.toHaveBeenCalled();
  uploaded.stored(alone, '3');
  expect(unpack).toHaveBeenLastCalledWith([{ id: '3', name: 'alone.zip' }]);
  uploaded.stored(one, '1');
  // Stored again as another version it is not unpacked again.
  uploaded.stored(one, '1');
  expect(unpack.mock.calls.slice(1)).toEqual([
    [
      [
        { id: '2', name: 'two.zip' },
        { id: '1', name: 'one.zip' },
      ],
    ],
  ]);
});
