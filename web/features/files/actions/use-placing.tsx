import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import type { Listings } from '../listing/listings.ts';
import type { Destination } from '../move/folder-tree.ts';
import { TakenNames } from '../move/taken-names.ts';
import type { TakenChoice } from '../move/taken-names-dialog.tsx';
import { namesText } from '../parts/names-text.ts';
import { addTo, type Placed, type Thing } from '../placing/placing-outcome.ts';
import type { Running } from '../selection/selection-dock.tsx';
import type { Undo } from '../undo/undo.ts';
import { notDoneMessage } from './not-done-message.ts';

type Deps = { listings: Listings; toasts: Toasts; undo: Undo; onRunning: (running: Running | undefined) => void };
type Question = { what: 'move' | 'copy'; stayed: readonly Thing[]; to: Destination };

const words = { move: { doing: 'Moving', did: 'Moved' }, copy: { doing: 'Copying', did: 'Copied' } } as const;

/** Moves and copies things; asks once about all whose names are taken. When its page is left, they stay. */
export function usePlacing({ listings, toasts, undo, onRunning }: Deps) {
  const [question, setQuestion] = useState<Question>();
  const answer = useRef<(choice: TakenChoice | undefined) => void>(undefined);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      answer.current?.(undefined);
    };
  }, []);

  /** Returns what was done. Says by itself what was done, and what was not. */
  function place(what: 'move' | 'copy', things: readonly Thing[], to: Destination): Promise<Placed['done']> {
    const placing = placeAndTell(what, things, to);
    undo.doing(placing);
    return placing;
  }

  async function placeAndTell(
    what: 'move' | 'copy',
    things: readonly Thing[],
    to: Destination,
  ): Promise<Placed['done']> {
    const { doing, did } = words[what];
    const stop = new AbortController();
    let all = things.length;
    const placed = await run('stay', things);
    const choice = placed.stayed.length > 0 && !stop.signal.aborted ? await ask(placed.stayed) : undefined;
    if (choice !== undefined) addTo(placed, await run(choice, placed.stayed.splice(0)));
    tell(placed);
    return placed.done;

    async function run(ifTaken: TakenChoice | 'stay', some: readonly Thing[]): Promise<Placed> {
      const onProgress = (done: number, total: number) => {
        all = Math.max(all, total);
        onRunning({
          text: `${doing} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
          cancel: () => stop.abort(),
        });
      };
      if (some.length > 1) onProgress(0, some.length);
      const placing = listings.place(some, { what, parentId: to.id, ifTaken }, { onProgress, signal: stop.signal });
      return await placing.finally(() => onRunning(undefined));
    }

    function ask(stayed: readonly Thing[]): Promise<TakenChoice | undefined> {
      answer.current?.(undefined);
      return new Promise((resolve) => {
        if (isLeft.current) return resolve(undefined);
        setQuestion({ what, stayed: [...stayed], to });
        answer.current = (chosen) => {
          setQuestion(undefined);
          resolve(chosen);
        };
      });
    }

    function tell({ done, stayed, stayedInside, refused, calls }: Placed) {
      const skipped = namesText([...stayed, ...stayedInside].map(({ name }) => visibleName(name)));
      const [only, ...others] = done;
      const isRenamed = only && others.length === 0 && only.entry.name !== only.thing.name;
      const as = isRenamed ? ` as “${visibleName(only.entry.name)}”` : '';
      const offered = undo.did(
        calls,
        `${did} to ${visibleName(to.name)}${as}${skipped === '' ? '' : `. Skipped: ${skipped}`}`,
        [{ folderId: to.id, ids: done.map(({ entry }) => entry.id) }],
      );
      const nothing = `Nothing was ${did.toLowerCase()}`;
      const isSaid = choice !== undefined || isLeft.current;
      if (offered === undefined && isSaid && skipped !== '') toasts.show(nothing, `Skipped: ${skipped}.`);
      if (stop.signal.aborted) {
        const gone = calls.reduce((sum, call) => sum + (call.operationId === null ? 0 : call.things.length), 0);
        const counts = `${gone.toLocaleString('en')} of ${all.toLocaleString('en')}`;
        toasts.show('Canceled', `${counts} were ${did.toLowerCase()}.`);
      } else if (refused.length > 0) toasts.show(...notDoneMessage(`Not ${did.toLowerCase()}`, refused));
    }
  }

  const dialog: ReactNode = question ? (
    <Suspense>
      <TakenNames {...question} listings={listings} onChoose={(choice) => answer.current?.(choice)} />
    </Suspense>
  ) : null;

  return { place, dialog };
}
