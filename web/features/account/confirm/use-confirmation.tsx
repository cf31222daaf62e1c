import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import { ApiError } from '#client/api-error.ts';
import type { Confirmed } from './confirmed-context.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

/** Every node of the server knows of it then. */
const knownMs = 1500;

type Wanted = { resolve: (isConfirmed: boolean) => void };

/** What `useConfirmed` gives to the parts of a page, and the dialog that has to be part of the page for it. */
export function useConfirmation(
  api: Pick<ApiClient, 'account'>,
  email: string,
): { confirmed: Confirmed; dialog: ReactNode } {
  const [wanted, setWanted] = useState<Wanted>();

  const confirmed: Confirmed = async (call) => {
    try {
      return await call();
    } catch (error) {
      if (!isNeeded(error)) throw error;
      const asked = Promise.withResolvers<boolean>();
      setWanted((before) => {
        // What asked first is not done.
        before?.resolve(false);
        return asked;
      });
      const isConfirmed = await asked.promise;
      if (!isConfirmed) throw error;
      return await call().catch(async (again: unknown) => {
        if (!isNeeded(again)) throw again;
        await new Promise((resolve) => setTimeout(resolve, knownMs));
        return await call();
      });
    }
  };

  /** A late answer to an earlier dialog is one to the dialog that is open now. */
  function close(isConfirmed: boolean) {
    setWanted((now) => {
      now?.resolve(isConfirmed);
      return undefined;
    });
  }

  const dialog = wanted ? (
    <Suspense>
      <ConfirmDialog api={api} email={email} onConfirm={() => close(true)} onClose={() => close(false)} />
    </Suspense>
  ) : null;
  return { confirmed, dialog };
}

function isNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'confirmation-needed';
}
