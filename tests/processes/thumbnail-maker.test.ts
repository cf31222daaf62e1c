import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { createThumbnailMaker } from '#server/previews/process/thumbnail-maker.ts';
import { noFacts } from '#server/previews/reading.ts';
import { WorkerUnavailable } from '#server/workers/restarts.ts';

const report = vi.fn<(problem: string, error: unknown) => void>();
const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
  report.mockClear();
});

function createMaker(options: { execPath?: string; busyMs?: number } = {}) {
  const maker = createThumbnailMaker({ report, ...options });
  endings.push(maker.close);
  return maker;
}

const picture = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: { r: 30, g: 90, b: 200 } } })
    .png()
    .toBuffer();

/** A picture as it is handed over. */
function png(bytes: Uint8Array, name = 'a.png') {
  return {
    contentType: 'image/png',
    name,
    size: bytes.length,
    read: async (start: number, end: number) => bytes.subarray(start, end),
  };
}

/** The children of this process: it has no others. */
function processes(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

test('a process that was killed while it waited is started again', async () => {
  const maker = createMaker();
  expect(await maker.read(png(await picture()))).toMatchObject({ picture: { width: 40, height: 20 } });
  for (const pid of processes()) process.kill(pid, 'SIGKILL');
  const bytes = await picture();
  // Its end is noticed a moment later.
  await vi.waitFor(async () => expect(await maker.read(png(bytes))).toMatchObject({ picture: { width: 40 } }), {
    timeout: 180_000,
  });
  expect(report).not.toHaveBeenCalled();
});

test('a process that is killed at work says nothing about the picture', async () => {
  const maker = createMaker();
  const large = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  expect((await maker.read(png(await picture()))).picture).toBeDefined();
  const making = maker.read(png(large));
  making.catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (const pid of processes()) process.kill(pid, 'SIGKILL');
  await expect(making).rejects.toThrow('SIGKILL');
  expect((await maker.read(png(await picture()))).picture).toBeDefined();
});

test('a picture that takes too long costs the next one nothing, and has the date of its name', async () => {
  const maker = createMaker({ busyMs: 3000 });
  expect((await maker.read(png(await picture()))).picture).toBeDefined();
  for (const pid of processes()) process.kill(pid, 'SIGSTOP');
  const [late, next] = [maker.read(png(await picture(), 'IMG_20260812_055210.png')), maker.read(png(await picture()))];
  const takenAt = { local: '2026-08-12T05:52:10', offset: null, from: 'name' };
  expect(await late).toEqual({ picture: undefined, facts: { ...noFacts, takenAt } });
  expect(await next).toMatchObject({ picture: { width: 40, height: 20 } });
});

test('where no process can be started it says so once, and waits before it tries again', async () => {
  const maker = createMaker({ execPath: '/no/such/program' });
  await expect(maker.read(png(await picture()))).rejects.toThrow(WorkerUnavailable);
  await expect(maker.read(png(await picture()))).rejects.toThrow(WorkerUnavailable);
  expect(report.mock.calls.map(([problem]) => problem)).toEqual([expect.stringContaining('tried again after 1 s')]);
});
