import { Problem } from '../domain/problem';
import { imageTypeOf } from './image-type';
import type { ImageType } from './image-type';

/** An image as it was sent. That its pixels can be read is not said. */
export interface SlipUpload {
  /** 1 byte to 4 MiB. */
  readonly bytes: Buffer;
  /** What the bytes are. */
  readonly mediaType: `image/${ImageType}`;
  /** What the sender said they are, in lower case; it may well differ. */
  readonly declaredType: string | null;
}

const IMAGE_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Reads `data:image/<type>;base64,<data>` or bare base64, with line breaks wherever they stand.
 * Throws the Problems `invalid_image` and `slip_too_large`.
 */
export function readImage(text: string): SlipUpload {
  const declared = /^\s*data:(image\/[a-z0-9][a-z0-9.+-]{0,63});base64,/i.exec(text);
  const base64 = text.slice(declared?.[0].length ?? 0).replace(/[ \t\r\n\f\v]+/g, '');
  const padding = /=*$/.exec(base64.slice(-2))?.[0].length ?? 0;
  // Known before a byte is decoded. Half of a byte counts as one: its text is refused below.
  demandSize(Math.ceil((base64.length * 3) / 4) - padding);
  // Node would skip what is no base64, and keep an image that nobody sent.
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw new Problem('invalid_image');
  }
  return checkImage(Buffer.from(base64, 'base64'), declared?.[1] ?? null);
}

/** The same rules for bytes that came as a file of a form. */
export function checkImage(bytes: Buffer, declaredType: string | null): SlipUpload {
  demandSize(bytes.length);
  const type = imageTypeOf(bytes);
  if (type === null) throw new Problem('invalid_image');
  return { bytes, mediaType: `image/${type}`, declaredType: declaredType?.toLowerCase() ?? null };
}

function demandSize(bytes: number): void {
  if (bytes > IMAGE_BYTES_MAX) throw new Problem('slip_too_large');
  if (bytes < 1) throw new Problem('invalid_image');
}
