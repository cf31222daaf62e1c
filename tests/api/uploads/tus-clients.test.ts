/** Programs that nobody here wrote speak to the uploads: tus-js-client as it comes, and curl. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { Upload, type UploadOptions } from 'tus-js-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const body = bytes(5_000_000, 'clients');

describe('stock clients', () => {
  let server: SharedServer;
  let ada: Person;
  beforeAll(async () => {
    server = await sharedServer();
    ada = await signUp(server);
  });

  const expectKept = async (name: string) => {
    const { files } = await ada.api.folders.children({ id: 'root' });
    const file = files.find((one) => one.name === name);
    expect(sha256(await (await ada.fetch(file?.url ?? '/missing')).arrayBuffer())).toBe(sha256(body));
  };

  describe('tus-js-client', () => {
    const upload = (name: string, options: Partial<UploadOptions>): Promise<Upload> =>
      new Promise((resolve, reject) => {
        const running = new Upload(Buffer.from(body), {
          endpoint: `${server.baseUrl}/api/uploads`,
          headers: ada.server.headers ?? {},
          metadata: { filename: name, filetype: 'image/png' },
          retryDelays: [0, 100],
          onSuccess: () => resolve(running),
          onError: reject,
          ...options,
        });
        running.start();
      });

    test.each([
      ['in one request', { uploadDataDuringCreation: true }],
      ['by creation and one PATCH', {}],
      ['in chunks', { chunkSize: 1_000_000 }],
    ])('uploads a file %s', async (way, options) => {
      await upload(`${way}.png`, options);
      await expectKept(`${way}.png`);
    });

    test('resumes an upload that was interrupted, in another client', async () => {
      const place = await new Promise<string>((resolve, reject) => {
        const first = new Upload(Buffer.from(body), {
          endpoint: `${server.baseUrl}/api/uploads`,
          headers: ada.server.headers ?? {},
          metadata: { filename: 'resumed.png' },
          chunkSize: 1_000_000,
          onChunkComplete: () => void first.abort().then(() => resolve(first.url ?? ''), reject),
          onError: reject,
        });
        first.start();
      });
      const offsets: number[] = [];
      await upload('resumed.png', { uploadUrl: place, onProgress: (sent) => offsets.push(sent) });
      expect(offsets[0]).toBeGreaterThanOrEqual(1_000_000);
      await expectKept('resumed.png');
    });

    test('ends an upload', async () => {
      const ended = await new Promise<Upload>((resolve, reject) => {
        const first = new Upload(Buffer.from(body), {
          endpoint: `${server.baseUrl}/api/uploads`,
          headers: ada.server.headers ?? {},
          metadata: { filename: 'ended.png' },
          chunkSize: 1_000_000,
          onChunkComplete: () => void first.abort(true).then(() => resolve(first), reject),
          onError: reject,
        });
        first.start();
      });
      const asked = await ada.fetch(ended.url ?? '', { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
      expect(asked.status).toBe(404);
    });
  });

  test('curl creates, sends a part, asks how far it is and resumes from there', async () => {
    const name = Buffer.from('by-curl.bin').toString('base64');
    const length = ['-H', `Upload-Length: ${body.length}`, '-H', `Upload-Metadata: filename ${name}`];
    const begun = await curl('/api/uploads', ['-X', 'POST', ...length]);
    expect(begun).toMatch(/^HTTP\/1\.1 201 /);
    const place = headerOf(begun, 'location');

    const octets = ['-X', 'PATCH', '-H', 'Content-Type: application/offset+octet-stream', '--data-binary', '@-'];
    const append = (offset: string) => [...octets, '-H', `Upload-Offset: ${offset}`];
    expect(await curl(place, append('0'), body.subarray(0, 2_000_000))).toMatch(/ 204 /);

    const offset = headerOf(await curl(place, ['--head']), 'upload-offset');
    expect(offset).toBe('2000000');
    const done = await curl(place, append(offset), body.subarray(Number(offset)));
    expect(headerOf(done, 'keepsake-file')).toMatch(/^[\w-]{36}$/);
    await expectKept('by-curl.bin');
  });

  /** Runs curl on a path as Ada and returns the head of the answer. `input` is what comes on its standard input. */
  async function curl(path: string, options: string[], input: Uint8Array = new Uint8Array()): Promise<string> {
    const identity = Object.entries(ada.server.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const args = ['-sS', '-D', '-', '-o', '/dev/null', '-H', 'Tus-Resumable: 1.0.0', ...identity, ...options];
    const child = spawn('curl', [...args, `${server.baseUrl}${path}`], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(input);
    return await text(child.stdout);
  }
});

function headerOf(head: string, name: string): string {
  return new RegExp(`^${name}: (.*?)\\r?$`, 'im').exec(head)?.[1] ?? '';
}
