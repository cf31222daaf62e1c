import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** In the address of a page: the id of the file that is looked at. */
const param = 'view';

/** The state of an address that was led to from the page that it covers. */
type OverPage = { overPage: true };

/**
 * The file that is looked at, kept in the address: it can be linked to, and the back button closes it. Stepping to another
 * one adds nothing to the history.
 */
export function useViewed() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { key, state } = useLocation();
  /** The address that is being left: to leave it twice would lead further. */
  const left = useRef<string>(undefined);
  const id = params.get(param) ?? undefined;
  useEffect(() => {
    // The forward button leads to the same address again.
    if (id === undefined) left.current = undefined;
  }, [id]);
  const isOverPage = (state as Partial<OverPage> | null)?.overPage === true;

  const addressOf = (file: string | undefined) => {
    const next = new URLSearchParams(params);
    if (file === undefined) next.delete(param);
    else next.set(param, file);
    return { search: next.toString() };
  };

  return {
    id,
    open(wanted: string) {
      if (wanted !== id)
        void navigate(addressOf(wanted), { state: { overPage: true } satisfies OverPage, preventScrollReset: true });
    },
    step: (next: string) => void navigate(addressOf(next), { state, replace: true, preventScrollReset: true }),
    close() {
      if (left.current === key) return;
      left.current = key;
      if (isOverPage) void navigate(-1);
      else void navigate(addressOf(undefined), { replace: true, preventScrollReset: true });
    },
  };
}

export type Viewed = ReturnType<typeof useViewed>;
