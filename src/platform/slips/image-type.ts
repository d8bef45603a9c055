export type ImageType = 'jpeg' | 'png' | 'webp' | 'gif';

/** By the first bytes; file name and declared type are ignored. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'webp';
  if (head.startsWith('GIF8')) return 'gif';
  return null;
}
