import { type ReactNode, useRef, useState } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import type { Movable, Placed } from '../listing/listing-actions.ts';
import type { Listings } from '../listing/listings.ts';
import type { Destination } from '../move/folder-tree.ts';
import { type TakenChoice, TakenNamesDialog } from '../move/taken-names-dialog.tsx';
import { notDoneMessage } from './not-done-message.ts';
import type { Undo } from './undo.ts';

/** A folder or file as far as it has to be known to be moved, also when another window gave it. */
export type Thing = Movable & { name: string; isFolder: boolean };

/** What is being done to many things, how far it is, and how it is ended. */
export type Running = { text: string; cancel: () => void };

type Deps = { listings: Listings; toasts: Toasts; undo: Undo; onRunning: (running: Running | undefined) => void };
type Question = { what: 'move' | 'copy'; stayed: readonly Thing[]; to: Destination };

const words = { move: { doing: 'Moving', did: 'Moved' }, copy: { doing: 'Copying', did: 'Copied' } } as const;

/** Moves and copies things; asks once about all whose names are taken. */
export function usePlacing({ listings, toasts, undo, onRunning }: Deps) {
  const [question, setQuestion] = useState<Question>();
  const answer = useRef<(choice: TakenChoice | undefined) => void>(undefined);

  /** Returns the ids of what is there then. Says by itself what was done, and what was not. */
  async function place(what: 'move' | 'copy', things: readonly Thing[], to: Destination): Promise<string[]> {
    const stop = new AbortController();
    const { done, stayed, refused, operationIds } = await run('stay', things);
    if (stayed.length > 0 && !stop.signal.aborted) {
      const choice = await ask({ what, stayed, to });
      if (choice !== undefined) {
        const again = await run(choice, stayed);
        done.push(...again.done);
        refused.push(...again.refused);
        operationIds.push(...again.operationIds);
      }
    }
    tell();
    return done.map(({ entry }) => entry.id);

    async function run(ifTaken: TakenChoice | 'stay', some: readonly Thing[]): Promise<Placed<Thing>> {
      const say = (count: number) =>
        onRunning({
          text: `${words[what].doing} ${count.toLocaleString('en')} of ${some.length.toLocaleString('en')}`,
          cancel: () => stop.abort(),
        });
      if (some.length > 1) say(0);
      const placing = listings.place(
        some,
        { what, parentId: to.id, ifTaken },
        { onProgress: say, signal: stop.signal },
      );
      try {
        return await placing;
      } finally {
        onRunning(undefined);
      }
    }

    function tell() {
      const [only, ...others] = done;
      const isRenamed = only && others.length === 0 && only.entry.name !== only.thing.name;
      const as = isRenamed ? ` as ${visibleName(only.entry.name)}` : '';
      const did = `${words[what].did} to ${visibleName(to.name)}${as}`;
      if (done.length > 0)
        undo.did(
          done.map(({ thing }) => thing),
          did,
          operationIds,
        );
      if (stop.signal.aborted) {
        const all = things.length.toLocaleString('en');
        toasts.show('Canceled', `${done.length.toLocaleString('en')} of ${all} were ${words[what].did.toLowerCase()}.`);
      } else if (refused.length > 0) toasts.show(...notDoneMessage(`Not ${words[what].did.toLowerCase()}`, refused));
    }
  }

  function ask(about: Question): Promise<TakenChoice | undefined> {
    setQuestion(about);
    return new Promise((resolve) => {
      answer.current = (choice) => {
        setQuestion(undefined);
        resolve(choice);
      };
    });
  }

  const dialog: ReactNode = question ? (
    <TakenNamesDialog
      what={question.what}
      names={question.stayed.map(({ name }) => visibleName(name))}
      hasFiles={question.stayed.some(({ isFolder }) => !isFolder)}
      hasFolders={question.stayed.some(({ isFolder }) => isFolder)}
      folderName={visibleName(question.to.name)}
      onChoose={(choice) => answer.current?.(choice)}
    />
  ) : null;

  return { place, dialog };
}
