import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, freePorts } from '../fixtures/free-port.ts';
import { waitMs } from '../fixtures/patience.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import { type CephSettings, cephConf, storePorts } from './ceph-settings.ts';

const run = promisify(execFile);
/** A gateway that does not answer by then hangs, as it does now and then on a busy machine: another one is started. */
const gatewayTimeoutMs = 45_000;
const gatewayTries = 3;

/** Where an S3 server is reached, and by whom. */
export type S3Access = { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string };

/** What a cluster is from its first start on: the address of its monitor is part of what the monitor keeps. */
type Identity = { fsid: string; storeId: string; monitorPort: number; accessKeyId: string; secretAccessKey: string };

/**
 * Starts a Ceph cluster with an S3 gateway in a folder of its own: one monitor, one object store and one gateway, on
 * 127.0.0.1 and on free ports. The folder's name is short. On `bluestore` what it keeps is there the next time. Throws
 * with the log of what does not start.
 */
export async function startCeph({ folder, store }: Pick<CephSettings, 'folder' | 'store'>) {
  const identityFile = join(folder, 'identity.json');
  const known = await readIdentity(identityFile);
  const identity = known ?? (await newIdentity());
  const { storeId, accessKeyId, secretAccessKey, ...own } = identity;
  const settings = { folder, store, ...own, storePort: await freePorts(storePorts), gatewayPort: await freePort() };
  const conf = join(folder, 'ceph.conf');
  const access: S3Access = {
    endpoint: `http://127.0.0.1:${settings.gatewayPort}`,
    region: 'us-east-1',
    accessKeyId,
    secretAccessKey,
  };
  for (const part of ['mon', 'osd', 'rgw']) {
    // What is left of a first start that did not come to its end is of no use.
    if (known === undefined) await rm(join(folder, part), { recursive: true, force: true });
    await mkdir(join(folder, part), { recursive: true });
  }
  await writeFile(conf, cephConf(settings));

  const started: ChildProcess[] = [];
  let gateway: ChildProcess | undefined;
  try {
    if (known === undefined) await makeMonitor();
    start('ceph-mon', ['-i', 'a']);
    if (known === undefined) {
      await runToEnd('ceph', ['--connect-timeout', '30', 'osd', 'new', storeId, '0']);
      await runToEnd('ceph-osd', ['--mkfs', '-i', '0', '--osd-uuid', storeId]);
    }
    start('ceph-osd', ['-i', '0']);
    if (known === undefined) {
      const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
      await runToEnd('radosgw-admin', ['user', 'create', '--uid=keepsake', '--display-name=keepsake', ...keys]);
      await writeFile(identityFile, JSON.stringify(identity), { mode: 0o600 });
    }
    await startGateway();
  } catch (error) {
    await stop();
    throw new Error(`Ceph does not start:\n${await logs(folder)}`, { cause: error });
  }

  return {
    access,
    startGateway: () => startGateway(),
    /** Ends the gateway only, as a failure would; `startGateway` starts it again. */
    async stopGateway(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
      if (gateway !== undefined) await end(gateway, signal);
    },
    /** What runs, for a test that freezes or kills a part. */
    pids: () => started.filter(runs).map(({ pid }) => pid ?? 0),
    /** Ends all of it; the folder stays. */
    stop,
  };

  async function makeMonitor() {
    const map = join(folder, 'monmap');
    const address = `[v2:127.0.0.1:${settings.monitorPort}]`;
    await runToEnd('monmaptool', ['--create', '--clobber', '--fsid', settings.fsid, '--addv', 'a', address, map], []);
    await runToEnd('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', map]);
  }

  async function startGateway(tries = gatewayTries): Promise<void> {
    const begun = start('radosgw', ['-n', 'client.rgw']);
    gateway = begun;
    try {
      await waitFor(async () => begun.exitCode === null && (await fetch(access.endpoint)).ok, {
        what: 'the S3 gateway',
        timeoutMs: gatewayTimeoutMs,
      });
    } catch (error) {
      await end(begun, 'SIGKILL');
      if (tries === 1) throw error;
      await startGateway(tries - 1);
    }
  }

  /** Runs a program of Ceph to its end. */
  async function runToEnd(program: string, args: string[], config = ['-c', conf]): Promise<void> {
    await run(program, [...config, ...args], { timeout: waitMs, cwd: folder });
  }

  /** Starts a program of Ceph that stays in the foreground, so that it is ours to end. */
  function start(program: string, args: string[]): ChildProcess {
    // Ctrl-C at a terminal is for whoever ends it.
    const child = spawn(program, ['-f', '-c', conf, ...args], { cwd: folder, stdio: 'ignore', detached: true });
    started.push(child);
    return child;
  }

  async function stop(): Promise<void> {
    await Promise.all(started.map((child) => end(child, store === 'memstore' ? 'SIGKILL' : 'SIGTERM')));
  }
}

async function readIdentity(file: string): Promise<Identity | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Identity);
}

async function newIdentity(): Promise<Identity> {
  return {
    fsid: randomUUID(),
    storeId: randomUUID(),
    monitorPort: await freePort(),
    accessKeyId: randomBytes(10).toString('hex').toUpperCase(),
    secretAccessKey: randomBytes(20).toString('hex'),
  };
}

function runs({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!runs(child)) return;
  const exited = once(child, 'exit');
  const tooLong = setTimeout(() => child.kill('SIGKILL'), waitMs);
  child.kill(signal);
  await exited;
  clearTimeout(tooLong);
}

async function logs(folder: string): Promise<string> {
  const names = ['mon.a.log', 'osd.0.log', 'rgw.log'];
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
  return texts.map((text) => text.split('\n').slice(-8).join('\n')).join('\n');
}
