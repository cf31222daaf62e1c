import { useSyncExternalStore } from 'react';
import { Toast } from './toast.tsx';

/** Something that went wrong after it was already shown as done: whose name it has, and what happened. */
type Slip = { id: number; title: string; sentence: string };

/** Sentences that wait for a person to close them. */
export type Slips = ReturnType<typeof createSlips>;

/** A person reads so many at once; older ones give way. */
const mostSlips = 3;

export function createSlips() {
  let slips: readonly Slip[] = [];
  let count = 0;
  const listeners = new Set<() => void>();

  return {
    snapshot: () => slips,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(title: string, sentence: string) {
      count += 1;
      set([...slips, { id: count, title, sentence }].slice(-mostSlips));
    },
    close: (id: number) => set(slips.filter((slip) => slip.id !== id)),
  };

  function set(next: readonly Slip[]) {
    slips = next;
    for (const listener of listeners) listener();
  }
}

/** The slips among the toasts. */
export function SlipToasts({ slips }: { slips: Slips }) {
  return useSyncExternalStore(slips.subscribe, slips.snapshot).map(({ id, title, sentence }) => (
    <Toast key={id} title={title} alert onClose={() => slips.close(id)}>
      <p>{sentence}</p>
    </Toast>
  ));
}
