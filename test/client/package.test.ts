import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { closeAfterFile } from '../support/close-after-file';
import { startMerchant } from './merchant';

const root = path.join(__dirname, '..', '..');
const run = promisify(execFile);
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const folder = mkdtempSync(path.join(tmpdir(), 'saphan-consumer-'));
closeAfterFile(() => rm(folder, { recursive: true, force: true }));

/** A first integration in TypeScript; without its one type annotation it is JavaScript. */
const script = `
async function main(): Promise<void> {
  const [apiKey = '', baseUrl = ''] = process.argv.slice(2);
  const saphan = new Saphan({ apiKey, baseUrl });
  const qr = await saphan.createQrCode({ amount: 100, currency: 'THB', reference: 'order-1' });
  for await (const { payment_id } of saphan.payments({ status: 'pending' })) {
    if (payment_id === qr.payment_id) console.log('found');
  }
  try {
    verifyWebhook('secret', {}, '{}');
  } catch (error) {
    if (error instanceof WebhookVerificationError) console.log('refused');
  }
}
void main();
`;
const names = 'Saphan, WebhookVerificationError, verifyWebhook';
const imported = `import { ${names} } from 'saphan';`;
const required = `const { ${names} } = require('saphan');`;
const untyped = script.replace(': Promise<void>', '');

/** Compiled only. */
const typed = `
import type { QrCodeRequest, SaphanEvent } from 'saphan';
export const request: QrCodeRequest = { amount: 100, currency: 'THB' };
// @ts-expect-error: an amount is a number
export const wrong: QrCodeRequest = { amount: '100', currency: 'THB' };
export function isPaid(event: SaphanEvent): boolean {
  return event.event === 'payment.succeeded' && event.data.amount > 0 && !event.data.late;
}
export async function calls(saphan: Saphan): Promise<number> {
  await saphan.readPayment('pay_1', { signal: AbortSignal.timeout(1_000) });
  // @ts-expect-error: the ID is missing
  await saphan.readPayment();
  // @ts-expect-error: not a status
  await saphan.listDeposits({ status: 'paid' });
  const page = await saphan.listDeposits({ status: 'succeeded', limit: 5, start_date: new Date() });
  return page.total;
}
`;

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dependencies?: object }>>;
}

/**
 * A lock file for an application whose only dependency is the tarball. The dependencies of the
 * client are those of the root lock file, so that npm takes them from its cache.
 */
function lockOf(tarball: string): Lock {
  const { packages } = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  ) as Lock;
  const manifest = JSON.parse(
    readFileSync(path.join(root, 'client', 'package.json'), 'utf8'),
  ) as object;
  const found: Record<string, object> = {};
  const add = (dependencies: object = {}): void => {
    for (const name of Object.keys(dependencies)) {
      const folder = `node_modules/${name}`;
      const { dev: _, ...locked } = { dev: true, ...packages[folder] };
      if (found[folder] !== undefined) continue;
      found[folder] = locked;
      add(packages[folder]?.dependencies);
    }
  };
  const { dependencies } = manifest as { dependencies: object };
  add(dependencies);
  const own = { ...manifest, resolved: `file:${tarball}`, name: undefined };
  return {
    name: 'shop',
    lockfileVersion: 3,
    packages: {
      '': { name: 'shop', dependencies: { saphan: `file:${tarball}` } },
      'node_modules/saphan': own,
      ...found,
    },
  } as Lock;
}

/** The total size of a folder's files. */
function bytesIn(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(path.join(directory, file)))
    .reduce((sum, file) => (file.isFile() ? sum + file.size : sum), 0);
}

let merchant: Awaited<ReturnType<typeof startMerchant>>;
let installed: { readonly packages: readonly string[]; readonly bytes: number };
beforeAll(async () => {
  merchant = await startMerchant();
  const { stdout: packed } = await run(
    npm,
    ['pack', '--silent', '--pack-destination', folder, './client'],
    { cwd: root },
  );
  const lock = lockOf(packed.trim().split('\n').at(-1) ?? '');
  const shop = { name: 'shop', dependencies: lock.packages['']?.dependencies };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(shop));
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
  const beganAtMs = performance.now();
  await run(npm, ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
  const tookMs = Math.round(performance.now() - beganAtMs);
  const modules = path.join(folder, 'node_modules');
  const { packages } = JSON.parse(
    readFileSync(path.join(modules, '.package-lock.json'), 'utf8'),
  ) as Lock;
  installed = { packages: Object.keys(packages), bytes: bytesIn(modules) };
  process.stdout.write(`The client: ${installed.bytes} bytes installed in ${tookMs} ms.\n`);
  mkdirSync(path.join(modules, '@types'), { recursive: true });
  const types = path.join('node_modules', '@types', 'node');
  symlinkSync(path.join(root, types), path.join(folder, types));
  writeFileSync(path.join(folder, 'shop.cjs'), `${required}\n${untyped}`);
  writeFileSync(path.join(folder, 'shop.mjs'), `${imported}\n${untyped}`);
  writeFileSync(path.join(folder, 'typed.mts'), `${imported}\n${script}${typed}`);
  writeFileSync(path.join(folder, 'typed.cts'), `${imported}\n${script}${typed}`);
});

/** Rejects with the errors of the compiler. */
async function compile(...files: readonly string[]): Promise<void> {
  const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = '--noEmit --strict --module nodenext --target es2022 --types node --ignoreConfig';
  await run(process.execPath, [tsc, ...options.split(' '), ...files], { cwd: folder }).catch(
    (error: { readonly stdout: string }) => {
      throw new Error(error.stdout);
    },
  );
}

describe('the installed client package', () => {
  it('brings one direct dependency and less than 1 MB', () => {
    expect(installed.packages).toEqual([
      'node_modules/@stablelib/base64',
      'node_modules/fast-sha256',
      'node_modules/saphan',
      'node_modules/standardwebhooks',
    ]);
    expect(installed.bytes).toBeLessThan(1_000_000);
  });

  it.each(['shop.cjs', 'shop.mjs'])('calls the API from %s', async (file) => {
    const { api, apiKey } = merchant;
    const { stdout } = await run(process.execPath, [path.join(folder, file), apiKey, api.url]);
    expect(stdout).toBe('found\nrefused\n');
  });

  it('has types that reject invalid calls from both module kinds', () =>
    compile('typed.mts', 'typed.cts'));

  it('has the types that the samples of the documentation use', async () => {
    const samples = path.join(folder, 'samples');
    await run(process.execPath, [path.join(root, 'site/builder/write-samples.mjs'), samples]);
    const files = readdirSync(samples).filter((name) => name.endsWith('.mts'));
    expect(files.length).toBeGreaterThan(50);
    await compile(...files.map((name) => path.join('samples', name)));
  });
});

it('the client requires the version of its dependency that the gateway tests', () => {
  const [own, ours] = ['client/package.json', 'package.json'].map(
    (file) =>
      JSON.parse(readFileSync(path.join(root, file), 'utf8')) as {
        readonly dependencies: Readonly<Record<string, string>>;
      },
  );
  expect(ours?.dependencies).toMatchObject(own?.dependencies ?? {});
});
