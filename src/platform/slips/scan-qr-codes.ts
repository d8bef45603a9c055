import { readFileSync } from 'node:fs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { GreyPixels } from './grey-pixels';

const quick = { tryHarder: false, tryRotate: false, tryInvert: false, tryDownscale: false };

let program: Promise<unknown> | null = null;

/** Loads the WebAssembly from the package; by default it would be downloaded from a CDN. */
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
 * Blocks the thread for 20 to 250 ms, or 1 to 5 ms for a `clean` picture, which has no rotation and
 * noise. Only the first call, which loads the scanner, is asynchronous.
 */
export async function scanQrCodes(
  { width, height, grey }: GreyPixels,
  quality: 'photo' | 'clean' = 'photo',
): Promise<string[]> {
  await prepareScanner();
  // The scanner accepts RGBA only and converts it to grey.
  const colours = new Uint32Array(grey.length);
  for (let at = 0; at < grey.length; at++) colours[at] = (grey[at] ?? 0) * 0x01_01_01;
  const codes = await readBarcodes(
    { data: new Uint8ClampedArray(colours.buffer), width, height, colorSpace: 'srgb' },
    { formats: ['QRCode'], textMode: 'Plain', ...(quality === 'clean' ? quick : {}) },
  );
  return codes.map(({ text }) => text);
}
