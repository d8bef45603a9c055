import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Black and white, 8 pixels per byte; the highest bit is the leftmost. */
export type PixelRow = Uint8Array;

export function whiteRow(widthPx: number): PixelRow {
  return new Uint8Array(Math.ceil(widthPx / 8)).fill(0xff);
}

/** `endPx` is exclusive. */
export function blacken(row: PixelRow, startPx: number, endPx: number): void {
  for (let px = startPx; px < endPx; px++) {
    const at = px >> 3;
    row[at] = (row[at] ?? 0) & ~(0x80 >> (px & 7));
  }
}

/** Top row first. Greyscale, one bit per pixel. */
export function encodePng(widthPx: number, rows: readonly PixelRow[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(rows.length, 4);
  header[8] = 1; // One bit a pixel. The zeros after it: greyscale, deflate, not interlaced.
  const unfiltered = new Uint8Array(1);
  const pixels = Buffer.concat(rows.flatMap((row) => [unfiltered, row]));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(content.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
