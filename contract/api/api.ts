import { appPasswordsApi, downloadTokensApi, eventsApi, identitiesApi } from './access-api.ts';
import { addressApi, passwordApi, profileApi, sessionsApi } from './account-api.ts';
import { adminApi, roleApi, serverApi, setUpApi } from './admin-api.ts';
import { archivesApi } from './archives-api.ts';
import { batchApi } from './batch-api.ts';
import { entriesApi } from './entries-api.ts';
import { filesApi } from './files-api.ts';
import { foldersApi } from './folders-api.ts';
import { accountArchiveApi, closeApi } from './leaving-api.ts';
import { confirmApi, confirmOptionsApi, passkeysApi } from './passkeys-api.ts';
import { searchApi } from './search-api.ts';
import { storageApi } from './storage-api.ts';
import { trashApi } from './trash-api.ts';
import { twoStepApi } from './two-step-api.ts';
import { undoApi } from './undo-api.ts';
import { unpackingsApi } from './unpackings-api.ts';
import { versionRuleApi, versionsApi } from './versions-api.ts';
import { viewsApi } from './views-api.ts';

/** The JSON endpoints of folders and files, which the pages with folders call. */
export const driveApi = {
  folders: foldersApi,
  entries: entriesApi,
  search: searchApi,
  views: viewsApi,
  trash: trashApi,
  undo: undoApi,
  versions: versionsApi,
  batch: batchApi,
  files: filesApi,
  archives: archivesApi,
  unpackings: unpackingsApi,
  downloadTokens: downloadTokensApi,
  storage: storageApi,
};

/** Those of accounts, which the profile calls too. */
export const accountApi = {
  appPasswords: appPasswordsApi,
  account: {
    confirm: confirmApi,
    identities: identitiesApi,
    confirmOptions: confirmOptionsApi,
    passkeys: passkeysApi,
    twoStep: twoStepApi,
    sessions: sessionsApi,
    password: passwordApi,
    address: addressApi,
    profile: profileApi,
    versions: versionRuleApi,
    events: eventsApi,
    role: roleApi,
    archive: accountArchiveApi,
    close: closeApi,
  },
};

/** Those of administrators, which only their pages call. */
export const administrationApi = { admin: { ...adminApi, server: serverApi, setUp: setUpApi } };

/** Every JSON endpoint: method, path, input, output and typed errors. */
export const api: Api = { ...driveApi, ...accountApi, ...administrationApi };

export type DriveApi = typeof driveApi;
export type Api = typeof driveApi & typeof accountApi & typeof administrationApi;
