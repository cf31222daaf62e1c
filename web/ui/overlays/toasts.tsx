import { type ReactNode, useSyncExternalStore } from 'react';
import { Toast } from './toast.tsx';

/** A message. A `sticky` one stays until it is closed; the others end with the work they are about. */
type Message = { id: number; title: string; text: string; sticky: boolean; foot?: Foot | undefined };

/** What stands below a message, which it can close. */
type Foot = (close: () => void) => ReactNode;

/** The messages among the toasts. */
export type Toasts = ReturnType<typeof createToasts>;

/** More cannot be read at once; the oldest are dropped. */
const maxToasts = 3;
/** What is done sooner needs no message, in milliseconds. */
const delayMs = 400;

export function createToasts() {
  let messages: readonly Message[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();

  return {
    snapshot: () => messages,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Says what happened, until it is closed. */
    show: (title: string, text: string, foot?: Foot) => void add({ title, text, sticky: true, foot }),
    /** Says what is being done, while `work` lasts. */
    async during<Result>(work: Promise<Result>, title: string, text: string): Promise<Result> {
      let id: number | undefined;
      const timer = setTimeout(() => {
        id = add({ title, text, sticky: false });
      }, delayMs);
      try {
        return await work;
      } finally {
        clearTimeout(timer);
        if (id !== undefined) close(id);
      }
    },
    close,
  };

  function add(message: Omit<Message, 'id'>): number {
    lastId += 1;
    set([...messages, { id: lastId, ...message }].slice(-maxToasts));
    return lastId;
  }

  function close(id: number) {
    set(messages.filter((message) => message.id !== id));
  }

  function set(next: readonly Message[]) {
    messages = next;
    for (const listener of listeners) listener();
  }
}

/** Each message as a toast. */
export function MessageToasts({ toasts }: { toasts: Toasts }) {
  return useSyncExternalStore(toasts.subscribe, toasts.snapshot).map(({ id, title, text, sticky, foot }) => (
    <Toast
      key={id}
      title={title}
      alert={sticky}
      onClose={sticky ? () => toasts.close(id) : undefined}
      foot={foot?.(() => toasts.close(id))}
    >
      <p>{text}</p>
    </Toast>
  ));
}
