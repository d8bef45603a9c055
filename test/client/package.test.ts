import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { closeAfterFile } from '../support/close-after-file';
import { startMerchant } from './merchant';

const root = path.join(__dirname, '..', '..');
const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), 'saphan-consumer-'));
closeAfterFile(() => rm(folder, { recursive: true, force: true }));

/** A merchant's first integration, as TypeScript has it; without its types it is JavaScript. */
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

/** Nothing of it runs: every line that does not compile is an error. */
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
  // @ts-expect-error: an id is wanted
  await saphan.readPayment();
  // @ts-expect-error: no such state
  await saphan.listDeposits({ status: 'paid' });
  const page = await saphan.listDeposits({ status: 'succeeded', limit: 5, start_date: new Date() });
  return page.total;
}
`;

let merchant: Awaited<ReturnType<typeof startMerchant>>;
beforeAll(async () => {
  merchant = await startMerchant();
  // Builds what the package has, unless that was done; takes its turn with whoever else does.
  await run(process.execPath, ['scripts/start.mjs', '--help'], { cwd: root });
  mkdirSync(path.join(folder, 'node_modules', '@types'), { recursive: true });
  symlinkSync(root, path.join(folder, 'node_modules', 'saphan'));
  const types = path.join('node_modules', '@types', 'node');
  symlinkSync(path.join(root, types), path.join(folder, types));
  writeFileSync(path.join(folder, 'shop.cjs'), `${required}\n${untyped}`);
  writeFileSync(path.join(folder, 'shop.mjs'), `${imported}\n${untyped}`);
  writeFileSync(path.join(folder, 'typed.mts'), `${imported}\n${script}${typed}`);
  writeFileSync(path.join(folder, 'typed.cts'), `${imported}\n${script}${typed}`);
}, 120_000);

it.each(['shop.cjs', 'shop.mjs'])('the package works for %s', async (file) => {
  const { api, apiKey } = merchant;
  const { stdout } = await run(process.execPath, [path.join(folder, file), apiKey, api.url]);
  expect(stdout).toBe('found\nrefused\n');
});

it('the package has types, for both kinds of modules, that refuse what the API would', async () => {
  const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = '--noEmit --strict --module nodenext --target es2022 --types node --ignoreConfig';
  await run(process.execPath, [tsc, ...options.split(' '), 'typed.mts', 'typed.cts'], {
    cwd: folder,
  }).catch((error: { readonly stdout: string }) => {
    throw new Error(error.stdout);
  });
}, 60_000);
