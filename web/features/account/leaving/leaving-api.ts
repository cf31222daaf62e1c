import type { ApiClient } from '#client/api.ts';

/** What is called to leave. */
export type LeavingApi = Pick<ApiClient, 'account' | 'storage'>;
