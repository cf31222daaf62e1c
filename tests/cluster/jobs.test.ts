import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type Person, personAt, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { metricsPort } from '#tests/support/server/metrics.ts';
import { startTwoNodes } from '#tests/support/server/two-nodes.ts';

const pictures = 12;

describe('thumbnails', () => {
  test('are made once by all nodes together', async () => {
    const metrics = [await metricsPort(), await metricsPort()] as const;
    const { one, other } = await startTwoNodes({ METRICS_PORT: metrics[0].port }, { METRICS_PORT: metrics[1].port });
    const ada = await signUp(one);
    const elsewhere = personAt(other, ada);
    for (let i = 0; i < pictures; i += 1) await keepPicture(i % 2 ? ada : elsewhere, i);
    expect(await waitUntilMade(ada, pictures)).toBe(pictures);
    let made = 0;
    for (const of of metrics) made += await of.sum('keepsake_call_seconds_count', { part: 'pictures', call: 'put' });
    expect(made).toBe(pictures);
  });

  test('that a node was making when it died are made by another one', async () => {
    const { one, other } = await startTwoNodes();
    const ada = await signUp(one);
    const elsewhere = personAt(other, ada);
    for (let i = 0; i < pictures; i += 1) await keepPicture(ada, i);
    await one.kill('SIGKILL');
    // What it held is held until its time is over.
    await query(other, 'update leases set until = 0');
    await keepPicture(elsewhere, pictures);
    expect(await waitUntilMade(elsewhere, pictures + 1)).toBe(pictures + 1);
  });
});

async function keepPicture(person: Person, seed: number): Promise<void> {
  const side = 700;
  const noise = sharp(Buffer.from(bytes(side * side * 3, String(seed))), {
    raw: { width: side, height: side, channels: 3 },
  });
  await uploadFile(person, { name: `${seed}.png`, contentType: 'image/png', body: await noise.png().toBuffer() });
}

/** How many there are when there are as many as that. */
async function waitUntilMade({ api }: Person, count: number): Promise<number> {
  const made = async () => {
    const { files } = await api.folders.children({ id: 'root', limit: 100 });
    return files.filter(({ preview }) => preview?.state === 'made').length;
  };
  await waitFor(async () => (await made()) >= count, { what: `${count} thumbnails` });
  return await made();
}
