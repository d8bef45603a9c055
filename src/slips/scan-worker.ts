import { parentPort } from 'node:worker_threads';
import type { GreyPixels } from './grey-pixels';
import { prepareScanner, scanQrCodes } from './scan-qr-codes';

/**
 * A thread that scans one picture after the other: GreyPixels come, their texts go back. An error
 * ends it, and so tells who started it.
 */
async function run(): Promise<void> {
  if (parentPort === null) throw new Error('this runs as a thread of the gateway');
  const port = parentPort;
  await prepareScanner();
  port.on('message', (pixels: GreyPixels) => {
    void scanQrCodes(pixels).then((texts) => port.postMessage(texts));
  });
  port.postMessage('ready');
}

void run();
