import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sharp } from '../../../src/platform/images/sharp';
import {
  createSlipReader,
  type SlipReader,
  type SlipReaderOptions,
} from '../../../src/platform/slips/slip-reader';
import { closeAfterFile } from '../../support/close-after-file';
import { until } from '../../support/until';
import { drawCodes, drawSlip, paymentPayload, sandboxSlip } from './pictures';

function openReader(options: SlipReaderOptions): SlipReader {
  const reader = createSlipReader(options);
  closeAfterFile(() => reader.close());
  return reader;
}

function temporaryFile(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'saphan-slips-'));
  closeAfterFile(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, name);
}

/**
 * Replaces the scanner's thread: the width of a picture selects its behaviour. By default it
 * answers with the name of the first environment variable.
 */
const fakeThread = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ width }) => {
    if (width === 11) {
      require('node:fs').writeFileSync(__filename + '.stuck', '');
      for (;;);
    }
    if (width === 12) process.exit(0);
    if (width === 13) setImmediate(() => { throw new Error('the picture broke it'); });
    if (width === 14) Promise.reject(new Error('the picture broke it'));
    if (width > 20) parentPort.postMessage(Object.keys(process.env).slice(0, 1));
  });
  parentPort.postMessage('ready');
`;

function fakeEntry(): string {
  const entry = temporaryFile('moody-thread.js');
  writeFileSync(entry, fakeThread);
  return entry;
}

function drawBlank(width: number): Promise<Buffer> {
  return sharp({ create: { width, height: 20, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
}

describe('a reader with a scanner thread', () => {
  const reader = openReader({ entry: require.resolve('./run-scan-worker.js') });

  test('reads slips, payments, empty pictures and non-images', async () => {
    const images = await Promise.all([
      drawSlip(),
      drawCodes(paymentPayload),
      drawBlank(300),
      Promise.resolve(Buffer.from('no picture')),
      drawSlip('SBXANOTHER'),
    ]);
    const readings = await Promise.all(images.map((image) => reader.read(image)));
    expect(readings).toEqual([
      { kind: 'parsed', slips: [sandboxSlip] },
      { kind: 'wrong_qr' },
      { kind: 'qr_not_found' },
      { kind: 'unreadable', reason: 'not a JPEG, PNG, WebP or GIF' },
      { kind: 'parsed', slips: [{ ...sandboxSlip, transRef: 'SBXANOTHER' }] },
    ]);
  });
});

describe('a picture that', () => {
  const reader = openReader({ entry: fakeEntry(), deadlineMs: 2_000 });

  test.each([
    ['never completes', 11, 'the scan took over 2000 ms'],
    ['ends the thread', 12, 'the scan ended its thread'],
    ['makes the scanner throw', 13, 'the scan failed: the picture broke it'],
    ['makes the scanner reject', 14, 'the scan failed: the picture broke it'],
  ])('%s is unreadable, and the next one is scanned by a new thread', async (_, width, reason) => {
    const [bad, good] = [await drawBlank(width), await drawBlank(30)];
    const readings = await Promise.all([good, bad, good, good].map((image) => reader.read(image)));
    const fine = { kind: 'qr_not_found' };
    expect(readings).toEqual([fine, { kind: 'unreadable', reason }, fine, fine]);
  });
});

describe('the thread', () => {
  test('rejects images while it cannot be started, so that they are read later', async () => {
    const entry = temporaryFile('late-thread.js');
    const reader = openReader({ entry });
    const image = await drawBlank(30);
    await expect(reader.read(image)).rejects.toThrow('The slip scanner did not start');
    writeFileSync(entry, `throw new Error('its program is missing');`);
    await expect(reader.read(image)).rejects.toThrow('its program is missing');
    writeFileSync(entry, fakeThread);
    expect(await reader.read(image)).toEqual({ kind: 'qr_not_found' });
  });

  test('has no environment variables', async () => {
    const reader = openReader({ entry: fakeEntry() });
    expect(Object.keys(process.env)).not.toEqual([]);
    expect(await reader.read(await drawBlank(30))).toEqual({ kind: 'qr_not_found' });
  });
});

describe('a reader', () => {
  test('has a bounded queue, and accepts images again once it is empty', async () => {
    const reader = openReader({ entry: fakeEntry(), waitingMax: 3, deadlineMs: 2_000 });
    const [bad, good] = [await drawBlank(11), await drawBlank(30)];
    const accepted = [bad, good, good].map((image) => reader.read(image));
    await expect(reader.read(good)).rejects.toThrow('The slip reader is busy: 3 wait.');
    expect((await Promise.all(accepted)).map(({ kind }) => kind)).toEqual([
      'unreadable',
      'qr_not_found',
      'qr_not_found',
    ]);
    expect(await reader.read(good)).toEqual({ kind: 'qr_not_found' });
  });

  test('rejects its current and queued images when closed', async () => {
    const entry = fakeEntry();
    const reader = openReader({ entry });
    const [endless, good] = [await drawBlank(11), await drawBlank(30)];
    const outcomes = Promise.allSettled([reader.read(endless), reader.read(good)]);
    await until(() => existsSync(`${entry}.stuck`), { describe: 'a scan in progress' });
    await reader.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(reader.read(good)).rejects.toThrow('closed');
  });

  test('starts no thread until it is used, and closes at once', async () => {
    await createSlipReader({ entry: '/nowhere.js' }).close();
  });
});
