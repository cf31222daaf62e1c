/**
 * Who may import whom, as lint rules. The compiler keeps contract, client, server and web apart as well
 * (project references); here are the walls inside server and web, and the sentences that explain each.
 */
import { readdirSync } from 'node:fs';

type Pattern = { message: string; allowTypeImports?: boolean } & ({ regex: string } | { group: string[] });
type Wall = { files: string[]; rules: { 'no-restricted-imports': ['error', { patterns: Pattern[] }] } };

const outward: Pattern = {
  regex: String.raw`^(\.\./)+(contract|client|server|web|tests)/`,
  message: 'Another room is imported by its name (#contract/…), so that one sees where an import leads.',
};
const schemas: Pattern = {
  regex: String.raw`^#contract/(api|batch|changes|entries|paging|trash-api|trash-records)\.ts$`,
  message: 'Of the schemas of contract/ only the types are imported here, so that zod stays out of the browser.',
  allowTypeImports: true,
};
const serverForOthers = refuse(
  top('server'),
  'What runs elsewhere speaks to server/ by requests only, so that the contract is all they share.',
);
const testsForOthers = refuse(top('tests'), 'The product does not import its tests.');
const composition = refuse(
  String.raw`^(#server/|(\.\./)+)(app|main|config)\.ts$`,
  'A part of the server is given what it needs by app.ts and does not fetch it, so that parts can be made alone.',
);
const clients = refuse(top('client', 'web'), 'server/ answers any client, so it imports none.');
/** Rooms of the server that import no other. */
const leaves = ['database', 'blobs', 'mail', 'previews', 'telemetry'];
const leaf =
  'server/database, server/blobs, server/mail, server/previews and server/telemetry import no other room, so that each can be replaced alone.';

/** The rules for every room. A file is governed by one entry only: later entries replace earlier ones. */
export const walls: Wall[] = [
  wall('contract/**/*', [
    refuse(
      top('client', 'server', 'web', 'tests'),
      'contract/ is what server and clients agree on, so it knows neither of them.',
    ),
    {
      group: ['*', '!./*', '!../*', String.raw`!\#*/**`, '!zod', '!@orpc', '!@orpc/contract', '!vitest'],
      message: 'contract/ imports zod and @orpc/contract only, so that anything can import contract/.',
    },
  ]),
  wall('client/**/*', [
    serverForOthers,
    testsForOthers,
    schemas,
    refuse(top('web'), 'client/ is used by programs without a page too, so it does not know web/.'),
    refuse('^(react|react-dom|react-router|@tanstack/.*)(/.*)?$', 'client/ speaks to a server without React.'),
  ]),
  wall('server/*', [clients, testsForOthers]),
  wall('server/http/**/*', [
    clients,
    testsForOthers,
    composition,
    refuse(
      room('server', 'database', 'blobs', 'mail', 'previews', 'maintenance'),
      'server/http turns requests into calls of server/drive and reaches nothing behind it.',
    ),
  ]),
  wall('server/drive/**/*', [
    clients,
    testsForOthers,
    composition,
    refuse(
      room('server', 'http', 'mail', 'previews', 'maintenance', 'telemetry'),
      'server/drive is what the product does and knows no protocol.',
    ),
    {
      group: ['**/blobs/*', '!**/blobs/blob-store.ts'],
      message: 'server/drive knows the interface of a blob store (blob-store.ts) and is given the store itself.',
      allowTypeImports: true,
    },
  ]),
  wall('server/maintenance/**/*', [
    clients,
    testsForOthers,
    composition,
    refuse(
      room('server', 'http', 'drive', 'mail', 'previews', 'telemetry'),
      'server/maintenance looks after rows and bytes as they lie, also when no server runs, so it goes through no door.',
    ),
  ]),
  ...leaves.map((own) =>
    wall(`server/${own}/**/*`, [
      clients,
      testsForOthers,
      composition,
      refuse(top('contract'), leaf),
      refuse(room('server', ...['http', 'drive', 'maintenance', ...leaves].filter((other) => other !== own)), leaf),
    ]),
  ),
  wall('web/*', [serverForOthers, testsForOthers, schemas]),
  wall('web/app/**/*', [serverForOthers, testsForOthers, schemas]),
  ...featureNames().map((own) =>
    wall(`web/features/${own}/**/*`, [
      serverForOthers,
      testsForOthers,
      schemas,
      refuse(room('web', 'app'), 'web/app joins the features, so no feature imports web/app.'),
      refuse(
        String.raw`^(#web/features/|(\.\./)+(features/)?)(${otherFeatures(own)})/`,
        'A feature never imports another feature: what they share belongs in web/ui or client/, what joins them in web/app.',
      ),
    ]),
  ),
  wall('web/ui/**/*', [
    serverForOthers,
    testsForOthers,
    refuse(
      `${room('web', 'app', 'features')}|${top('client', 'contract')}`,
      'web/ui knows nothing of files and accounts, so that every feature can use it.',
    ),
  ]),
  wall('tests/**/*', [
    refuse(top('server', 'web'), 'These tests stand outside: they speak to the running server and page only.'),
  ]),
  wall('tests/store/**/*', [
    refuse(
      `${room('server', 'http', 'drive', 'mail', 'previews')}|${top('web')}`,
      'These tests hold a blob store in their hands, and of the server nothing else.',
    ),
  ]),
];

function wall(folder: string, patterns: Pattern[]): Wall {
  const restrictions = folder.startsWith('tests') ? patterns : [...patterns, outward];
  return {
    files: [`${folder}.{ts,tsx}`],
    rules: { 'no-restricted-imports': ['error', { patterns: restrictions }] },
  };
}

function refuse(regex: string, message: string): Pattern {
  return { regex, message };
}

/** Matches imports of the rooms at the top of the project. */
function top(...names: string[]): string {
  return String.raw`^(#|(\.\./)+)(${names.join('|')})/`;
}

/** Matches imports of the rooms inside server or web. */
function room(parent: string, ...names: string[]): string {
  return String.raw`^(#${parent}/|(\.\./)+)(${names.join('|')})/`;
}

function featureNames(): string[] {
  return readdirSync(new URL('../web/features', import.meta.url));
}

function otherFeatures(own: string): string {
  const others = featureNames().filter((name) => name !== own);
  return others.length === 0 ? '$^' : others.join('|');
}
