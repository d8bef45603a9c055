import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, fetch } from 'undici';
import type { Response } from 'undici';
import { z } from 'zod';
import { temporalVersion } from './temporal-source';
import type { SourceOptions } from './temporal-source';

/** How the download server answers where a release is: the SDKs ask it the same. */
const release = z.object({
  archiveUrl: z.url(),
  fileToExtract: z.string().regex(/^[\w.-]+$/),
});

/** Without a network the next source must have its turn soon. */
const CONNECT_WITHIN_MS = 4_000;
const SILENT_AT_MOST_MS = 30_000;

/**
 * Fetches `temporal` from where Temporal's SDKs download it. It asks by itself, because the SDK
 * shows no progress, gives up late, and starts a server of the download at once. Throws.
 */
export async function downloadTemporal(folder: string, options: SourceOptions): Promise<void> {
  await downloadFrom('https://temporal.download', folder, options);
}

export async function downloadFrom(
  origin: string,
  folder: string,
  { environment, note, signal }: SourceOptions,
): Promise<void> {
  const { HTTPS_PROXY, https_proxy: httpsProxy = HTTPS_PROXY } = environment;
  const dispatcher = new EnvHttpProxyAgent({
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    connect: { timeout: CONNECT_WITHIN_MS },
    headersTimeout: SILENT_AT_MOST_MS,
    bodyTimeout: SILENT_AT_MOST_MS,
  });
  const get = async (url: string) => {
    note?.(`asking ${new URL(url).host}`);
    const answer = await fetch(url, { dispatcher, signal: signal ?? null }).catch(unreachable);
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
    return answer;
  };
  try {
    const place = await get(`${origin}/cli/v${temporalVersion}?${query()}`);
    const { archiveUrl, fileToExtract } = release.parse(await place.json());
    await unpack(await get(archiveUrl), folder, fileToExtract, note);
    await rename(path.join(folder, fileToExtract), path.join(folder, 'temporal'));
  } finally {
    await dispatcher.destroy();
  }
}

/** Of a fetch that failed, only its cause says why. */
function unreachable(error: unknown): never {
  const { cause } = error as { readonly cause?: { readonly message?: unknown } };
  throw new Error(`it cannot be reached (${String(cause?.message ?? error)})`, { cause: error });
}

function query(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  return new URLSearchParams({ platform: process.platform, arch, format: 'tar.gz' }).toString();
}

async function unpack(
  { body, headers }: Response,
  folder: string,
  file: string,
  note: SourceOptions['note'],
): Promise<void> {
  if (body === null) throw new Error('the download is empty');
  const total = Number(headers.get('content-length') ?? 0);
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      note?.(`downloading, ${megabytes(bytes)}${total === 0 ? '' : ` of ${megabytes(total)}`}`);
      done(null, chunk);
    },
  });
  const tar = spawn('tar', ['-xzf', '-', '-C', folder, file], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const [, [code]] = await Promise.all([
    pipeline(Readable.fromWeb(body), count, tar.stdin),
    once(tar, 'close') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`tar cannot unpack it (exit code ${code})`);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
