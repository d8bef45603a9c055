import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, fetch } from 'undici';
import type { Response } from 'undici';
import { z } from 'zod';
import { temporalArchives, temporalVersion } from './temporal-source';
import type { SourceOptions } from './temporal-source';

/** The response of the download server, as the Temporal SDKs request it. */
const release = z.object({
  archiveUrl: z.url(),
  fileToExtract: z.string().regex(/^[\w.-]+$/),
});

/** Without a network, the next source must follow soon. */
const CONNECT_TIMEOUT_MS = 4_000;
const IDLE_TIMEOUT_MS = 30_000;

/**
 * Downloads `temporal` from the server of the Temporal SDKs and verifies its checksum. The SDK's
 * own download verifies none, reports no progress and starts a server. Throws.
 */
export async function downloadTemporal(folder: string, options: SourceOptions): Promise<void> {
  const sha256 = temporalArchives[platform.join(' ')];
  if (sha256 === undefined) {
    throw new Error(`no checksum is pinned for ${platform.join(' ')}`);
  }
  await downloadFrom('https://temporal.download', sha256, folder, options);
}

/** Throws, and removes the program, if the archive has another checksum. */
export async function downloadFrom(
  origin: string,
  sha256: string,
  folder: string,
  { environment, note, signal }: SourceOptions,
): Promise<void> {
  const { HTTPS_PROXY, https_proxy: httpsProxy = HTTPS_PROXY } = environment;
  const dispatcher = new EnvHttpProxyAgent({
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: IDLE_TIMEOUT_MS,
    bodyTimeout: IDLE_TIMEOUT_MS,
  });
  const get = async (url: string) => {
    note?.(`requesting ${new URL(url).host}`);
    const answer = await fetch(url, { dispatcher, signal: signal ?? null }).catch(unreachable);
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    return answer;
  };
  try {
    const place = await get(`${origin}/cli/v${temporalVersion}?${query()}`);
    const { archiveUrl, fileToExtract } = release.parse(await place.json());
    const found = await unpack(await get(archiveUrl), folder, fileToExtract, note);
    if (found !== sha256) {
      await rm(path.join(folder, fileToExtract));
      throw new Error(`${archiveUrl} has the checksum ${found}, not ${sha256}`);
    }
    await rename(path.join(folder, fileToExtract), path.join(folder, 'temporal'));
  } finally {
    await dispatcher.destroy();
  }
}

/** The cause of a failed fetch has the reason. */
function unreachable(error: unknown): never {
  const { cause } = error as { readonly cause?: { readonly message?: unknown } };
  throw new Error(`unreachable (${String(cause?.message ?? error)})`, { cause: error });
}

const platform = [process.platform, process.arch === 'x64' ? 'amd64' : process.arch] as const;

function query(): string {
  const [system, arch] = platform;
  return new URLSearchParams({ platform: system, arch, format: 'tar.gz' }).toString();
}

/** Extracts `file` from the archive. Returns the SHA-256 of the archive. */
async function unpack(
  { body, headers }: Response,
  folder: string,
  file: string,
  note: SourceOptions['note'],
): Promise<string> {
  if (body === null) throw new Error('the download is empty');
  const total = Number(headers.get('content-length') ?? 0);
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
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
  if (code !== 0) throw new Error(`tar failed (exit code ${code})`);
  return hash.digest('hex');
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
