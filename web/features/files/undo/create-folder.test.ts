import { expect, test } from 'vitest';
import { folder } from '../cache/sample-listing.ts';
import { createFolder } from './create-folder.ts';
import { createUndo } from './undo.ts';

test('a new folder is undone before what was done earlier, also when the server has not answered yet', async () => {
  const undone: string[] = [];
  const undo = createUndo({
    api: {
      async undo({ operationId }) {
        undone.push(operationId);
        return { operationId: null, elsewhere: [] };
      },
    },
    toasts: { show: () => {} },
    account: 'ada',
    onUndone: () => {},
  });
  undo.did([{ things: [folder('earlier')], operationId: 'renamed' }], 'Renamed');
  const answer = Promise.withResolvers<void>();
  const listings = {
    async createFolder() {
      await answer.promise;
      return { ...folder('new'), operationId: 'created' };
    },
  };
  const creating = createFolder({ listings, undo }, 'new', null);
  const undoing = undo.undo();
  answer.resolve();
  await undoing;
  expect(await creating).toEqual(folder('new'));
  expect(undone).toEqual(['created']);
  expect(undo.snapshot()).toMatchObject({ what: 'Undone', places: [] });
});
