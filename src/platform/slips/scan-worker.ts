import { parentPort } from 'node:worker_threads';
import type { GreyPixels } from './grey-pixels';
import { prepareScanner, scanQrCodes } from './scan-qr-codes';

/**
 * Entry of the scan thread: receives GreyPixels, sends their texts, one picture at a time. An error
 * ends the thread, which notifies its parent.
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
