import { readFileSync } from 'node:fs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { GreyPixels } from './grey-pixels';

let program: Promise<unknown> | null = null;

/** Loads the scanner. Its program lies in the package; left to itself it would ask a CDN for it. */
export async function prepareScanner(): Promise<void> {
  program ??= prepareZXingModule({
    overrides: {
      wasmBinary: new Uint8Array(
        readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm')),
      ).buffer,
    },
    fireImmediately: true,
  });
  await program;
}

/**
 * The texts of all QR codes in a picture. Nothing else of the thread's runs meanwhile: it takes 20
 * to 250 ms. The Promise is for the first call, which loads the scanner.
 */
export async function scanQrCodes({ width, height, grey }: GreyPixels): Promise<string[]> {
  await prepareScanner();
  // The scanner takes no grey picture, and makes one of this.
  const colours = new Uint32Array(grey.length);
  for (let at = 0; at < grey.length; at++) colours[at] = (grey[at] ?? 0) * 0x01_01_01;
  const codes = await readBarcodes(
    { data: new Uint8ClampedArray(colours.buffer), width, height },
    { formats: ['QRCode'], textMode: 'Plain' },
  );
  return codes.map(({ text }) => text);
}
