import { useSyncExternalStore } from 'react';
import { Toast } from './toast.tsx';

/** What there is to say about something. `news` waits for a person to close it; the rest goes by itself. */
type Slip = { id: number; title: string; sentence: string; news: boolean };

/** Sentences among the toasts. */
export type Notices = ReturnType<typeof createNotices>;

/** A person reads so many at once; older ones give way. */
const mostNotices = 3;
/** What is done sooner is not worth a word, in milliseconds. */
const patienceMs = 400;

export function createNotices() {
  let notices: readonly Slip[] = [];
  let count = 0;
  const listeners = new Set<() => void>();

  return {
    snapshot: () => notices,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Says what happened until a person closes it. */
    add: (title: string, sentence: string) => void put({ title, sentence, news: true }),
    /** Says what is being done while `work` lasts. */
    async during<Result>(work: Promise<Result>, title: string, sentence: string): Promise<Result> {
      let id: number | undefined;
      const timer = setTimeout(() => {
        id = put({ title, sentence, news: false });
      }, patienceMs);
      try {
        return await work;
      } finally {
        clearTimeout(timer);
        if (id !== undefined) close(id);
      }
    },
    close,
  };

  function put(slip: Omit<Slip, 'id'>): number {
    count += 1;
    set([...notices, { id: count, ...slip }].slice(-mostNotices));
    return count;
  }

  function close(id: number) {
    set(notices.filter((slip) => slip.id !== id));
  }

  function set(next: readonly Slip[]) {
    notices = next;
    for (const listener of listeners) listener();
  }
}

/** The slips among the toasts. */
export function NoticeToasts({ notices }: { notices: Notices }) {
  return useSyncExternalStore(notices.subscribe, notices.snapshot).map(({ id, title, sentence, news }) => (
    <Toast key={id} title={title} alert={news} onClose={news ? () => notices.close(id) : undefined}>
      <p>{sentence}</p>
    </Toast>
  ));
}
