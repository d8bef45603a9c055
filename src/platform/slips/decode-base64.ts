import { Problem } from '../../kernel/rules/problem';
import { imageTypeOf, type ImageType } from './image-type';

/** The image's type and size are checked; its pixels may still be unreadable. */
export interface SlipUpload {
  /** 1 byte to 4 MiB. */
  readonly bytes: Buffer;
  /** Detected from the bytes. */
  readonly mediaType: `image/${ImageType}`;
  /** As declared by the sender, in lower case; may differ from `mediaType`. */
  readonly declaredType: string | null;
}

const IMAGE_BYTES_MAX = 4 * 1024 * 1024;

/** The head of a data URL (RFC 2397). Its type is optional: the bytes decide. */
const token = String.raw`[\w!#$&^.+-]+`;
const parameter = String.raw`\s*;\s*${token}=(?:"[^"]*"|[^;,"]*)`;
const head = new RegExp(
  String.raw`^\s*data:\s*(${token}/${token})?(?:${parameter})*\s*;\s*base64\s*,`,
  'i',
);
const HEAD_LENGTH_MAX = 1_000;
const TYPE_LENGTH_MAX = 100;

/** A data URL or base64 with line breaks. Throws Problem `invalid_image` or `slip_too_large`. */
export function readImage(text: string): SlipUpload {
  const declared = head.exec(text.slice(0, HEAD_LENGTH_MAX));
  const base64 = text
    .slice(declared?.[0].length ?? 0)
    .replace(/[ \t\r\n\f\v]+/g, '')
    .replace(/%(2B|2F|3D)/gi, decodeURIComponent);
  const padding = /=*$/.exec(base64.slice(-2))?.[0].length ?? 0;
  // Checked before decoding. Rounded up: an incomplete byte is rejected below.
  demandSize(Math.ceil((base64.length * 3) / 4) - padding);
  // Node skips invalid characters and would store an image that differs from the sent text.
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw new Problem('invalid_image');
  }
  return checkImage(
    Buffer.from(base64, 'base64'),
    declared?.[1]?.slice(0, TYPE_LENGTH_MAX) ?? null,
  );
}

/** Like `readImage`, for a file of a multipart form. */
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
