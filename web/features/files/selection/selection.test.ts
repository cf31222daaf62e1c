import { expect, test } from 'vitest';
import { createSelection } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

test('one is selected and taken out again', () => {
  const selection = createSelection();
  let heard = 0;
  selection.subscribe(() => (heard += 1));
  selection.toggle('b');
  expect(selection.has('b')).toBe(true);
  selection.toggle('b');
  expect([...selection.snapshot()]).toEqual([]);
  expect(heard).toBe(2);
});

test('a range begins at the last one that was chosen, both ways, and is drawn again', () => {
  const selection = createSelection();
  selection.toggle('c');
  selection.extend(order, 'e');
  expect([...selection.snapshot()]).toEqual(['c', 'd', 'e']);
  selection.extend(order, 'a');
  expect([...selection.snapshot()]).toEqual(['a', 'b', 'c']);
});

test('a range can add to what is selected', () => {
  const selection = createSelection();
  selection.toggle('a');
  selection.toggle('d');
  selection.extend(order, 'e', { adding: true });
  expect([...selection.snapshot()].toSorted()).toEqual(['a', 'd', 'e']);
});

test('a first range begins where it is told to, also when what was chosen last is gone', () => {
  const selection = createSelection();
  selection.extend(order, 'c', { from: 'b' });
  expect([...selection.snapshot()]).toEqual(['b', 'c']);
  selection.toggle('gone');
  selection.extend(order, 'e', { from: 'd' });
  expect([...selection.snapshot()]).toEqual(['d', 'e']);
});

test('what is gone is taken out, and heard of only where it was selected', () => {
  const selection = createSelection();
  selection.set(['a', 'b']);
  let heard = 0;
  selection.subscribe(() => (heard += 1));
  selection.drop(new Set(['c']));
  expect(heard).toBe(0);
  selection.drop(new Set(['a', 'c']));
  expect([...selection.snapshot()]).toEqual(['b']);
  expect(heard).toBe(1);
});
