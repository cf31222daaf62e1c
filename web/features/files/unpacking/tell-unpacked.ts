import type { DriveClient } from '#client/drive-api.ts';
import { visibleName } from '#contract/names/names.ts';
import type { Unpacking } from '#contract/records/unpackings.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { entryOf } from '../cache/listing-cache.ts';
import { placesOf } from '../cache/place.ts';
import type { Undo } from '../undo/undo.ts';
import { countsText, failureText, leftOutText } from './unpacking-texts.ts';

type Deps = { api: Pick<DriveClient, 'entries'>; undo: Undo; toasts: Pick<Toasts, 'show'> };

/** Says how an unpacking ended, and offers to undo it and to show the folder. */
export async function tellUnpacked({ api, undo, toasts }: Deps, ended: Unpacking): Promise<void> {
  const name = visibleName(ended.name);
  const leftOut = leftOutText(ended);
  if (ended.state === 'failed') toasts.show(name, failureText(ended));
  if (leftOut !== undefined) toasts.show(name, leftOut);
  // It may be in Trash by now.
  const folder = await api.entries.get({ id: ended.folderId }).then(entryOf, () => undefined);
  if (folder === undefined) return;
  const what = ended.state === 'done' ? 'Unpacked' : `Unpacked ${countsText(ended)}`;
  undo.did([{ things: [folder], operationId: ended.operationId, toTrash: true }], what, placesOf([folder]));
}
