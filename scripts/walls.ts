/**
 * Who may import whom, as lint rules. The compiler keeps contract, client, server and web apart as well
 * (project references); here are the walls inside server and web, and the sentences that explain each.
 */
import { readdirSync } from 'node:fs';

type Pattern = { message: string; allowTypeImports?: boolean } & ({ regex: string } | { group: string[] });
type Wall = { files: string[]; rules: { 'no-restricted-imports': ['error', { patterns: Pattern[] }] } };

const outward: Pattern = {
  // One folder up, server/ is a room of server/http.
  regex: String.raw`^((\.\./)+(contract|client|web|tests)|(\.\./){2,}server)/`,
  message: 'Another room is imported by its name (#contract/…), so that one sees where an import leads.',
};
const schemas: Pattern = {
  regex: '^#contract/(api|records)/',
  message: 'Of the schemas of contract/ only the types are imported here, so that zod stays out of the browser.',
  allowTypeImports: true,
};
const serverForOthers = refuse(
  top('server'),
  'What runs elsewhere speaks to server/ by requests only, so that the contract is all they share.',
);
const testsForOthers = refuse(top('tests'), 'The product does not import its tests.');
const composition = refuse(
  String.raw`^(#server/|(\.\./)+)(app|main)\.ts$`,
  'A part of the server is given what it needs by app.ts and does not fetch it, so that parts can be made alone.',
);
const clients = refuse(top('client', 'web'), 'server/ answers any client, so it imports none.');

const storeInterface: Pattern = {
  group: ['**/blobs/**', '!**/blobs/', '!**/blobs/blob-store.ts'],
  message: 'server/drive knows the interface of a blob store (blob-store.ts) and is given the store itself.',
  allowTypeImports: true,
};

const tableDeclarations: Pattern = {
  group: [
    ...['accounts', 'cluster', 'drive'].flatMap((name) => [`**/${name}/**`, `!**/${name}/`, `!**/${name}/tables.ts`]),
    '!**/drive/name-index/',
    '!**/drive/name-index/fold.ts',
  ],
  message:
    'server/maintenance knows the tables of these rooms (tables.ts), how names are folded, and nothing of what the rooms do.',
  allowTypeImports: true,
};

type ServerRoom = { imports: string[]; sentence: string; contract?: false };

/** The rooms of the server: which others each may import, and why no more. */
export const serverRooms: Record<string, ServerRoom> = {
  workers: leaf('workers'),
  database: aboveWorkers('database'),
  blobs: aboveWorkers('blobs'),
  mail: leaf('mail'),
  zip: leaf('zip'),
  previews: {
    imports: ['workers'],
    sentence:
      'server/previews is handed bytes and says what is in them: it knows neither whose they are nor where they lie.',
  },
  telemetry: {
    imports: ['database', 'blobs'],
    sentence: 'server/telemetry watches from outside: app.ts wraps the calls of the parts it tells about.',
  },
  errors: {
    imports: ['database', 'blobs', 'telemetry'],
    sentence: 'server/errors is thrown and translated everywhere, so it knows only where errors come from.',
  },
  config: {
    imports: ['errors', 'blobs'],
    sentence: 'server/config turns the environment into values and opens nothing.',
  },
  cluster: {
    imports: ['database'],
    sentence: 'server/cluster coordinates nodes through the database and does not know what they do.',
  },
  installation: {
    imports: ['config', 'errors', 'database', 'blobs', 'workers'],
    sentence: 'server/installation opens what an installation keeps before any other room works with it.',
  },
  accounts: {
    imports: ['errors', 'database', 'workers'],
    sentence: 'server/accounts tells who is asking and does not know what for.',
  },
  integrity: {
    imports: ['errors', 'database', 'blobs'],
    sentence: 'server/integrity compares bytes with their checksums, whoever they belong to and whoever asks.',
  },
  drive: {
    imports: ['accounts', 'cluster', 'errors', 'integrity', 'database', 'blobs', 'zip'],
    sentence: 'server/drive is what the product does and knows no protocol.',
  },
  jobs: {
    imports: ['accounts', 'cluster', 'drive', 'errors', 'integrity', 'database', 'blobs', 'workers'],
    sentence: 'server/jobs runs by the clock and answers nobody, so it knows no protocol.',
  },
  http: {
    imports: ['accounts', 'drive', 'errors', 'telemetry'],
    sentence:
      'server/http turns requests into calls of server/drive and server/accounts and reaches nothing behind them.',
  },
  backups: {
    imports: ['errors', 'cluster', 'database'],
    sentence:
      'server/backups decides when the commands of backups run, each as a process of its own, and notes how they ended.',
  },
  maintenance: {
    imports: ['accounts', 'backups', 'cluster', 'drive', 'errors', 'installation', 'integrity', 'database', 'blobs'],
    sentence:
      'server/maintenance works on rows and bytes as they are stored, also when no server runs, so it goes through no handler.',
  },
  cli: {
    imports: [
      'accounts',
      'backups',
      'config',
      'errors',
      'installation',
      'mail',
      'maintenance',
      'cluster',
      'integrity',
      'database',
      'blobs',
    ],
    sentence: 'server/cli runs the commands of server/maintenance and knows nothing of requests.',
  },
};

function leaf(name: string): ServerRoom {
  return {
    imports: [],
    contract: false,
    sentence: `server/${name} imports no other room, so that it can be replaced alone.`,
  };
}

function aboveWorkers(name: string): ServerRoom {
  return {
    imports: ['workers'],
    contract: false,
    sentence: `server/${name} imports no other room but server/workers, so that it can be replaced alone.`,
  };
}

/** The rules for every room. A file is governed by one entry only: later entries replace earlier ones. */
export const walls: Wall[] = [
  wall('contract/**/*', [
    refuse(
      top('client', 'server', 'web', 'tests'),
      'contract/ is what server and clients agree on, so it knows neither of them.',
    ),
    {
      group: ['*', '!./**', '!../**', String.raw`!\#*/**`, '!zod', '!@orpc', '!@orpc/contract', '!vitest'],
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
  ...Object.entries(serverRooms).map(([own, { imports, sentence, contract }]) =>
    wall(`server/${own}/**/*`, [
      clients,
      testsForOthers,
      composition,
      ...(contract === false ? [refuse(top('contract'), sentence)] : []),
      refuse(
        room('server', ...Object.keys(serverRooms).filter((other) => other !== own && !imports.includes(other))),
        sentence,
      ),
      ...(own === 'drive' ? [storeInterface] : []),
      ...(own === 'maintenance' ? [tableDeclarations] : []),
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
    refuse(
      String.raw`^(#|(\.\./){2,})(server|web)/`,
      'These tests stand outside: they speak to the running server and page only.',
    ),
  ]),
  ...['tests/store/**/*', 'tests/drive/**/*', 'tests/operator/tables.test', 'tests/support/engines/make-tables'].map(
    (folder) =>
      wall(folder, [
        refuse(
          `${room('server', 'http', 'mail', 'previews')}|${top('web')}`,
          'These tests hold parts of the server in their hands and go through no handler.',
        ),
      ]),
  ),
  wall('tests/processes/**/*', [
    refuse(
      `${room('server', 'accounts', 'drive', 'http', 'mail')}|${top('web')}`,
      'These tests hold what works in threads and processes in their hands, and nothing that gives it work.',
    ),
  ]),
  wall('tests/security/router-table', [
    refuse(
      `${room('server', 'accounts', 'blobs', 'database', 'drive', 'errors', 'integrity', 'jobs', 'telemetry')}|${top('web')}`,
      'It reads the table of the router, and nothing else of the server.',
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
