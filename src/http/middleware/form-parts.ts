/** As browsers write it: nothing but the boundary, and nothing in it that could be read twice. */
const formMedia =
  /^multipart\/form-data\s*;\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'()+./:?-]{1,70}))\s*$/i;
/** A form of ours has one part; browsers and scripts may add a few. */
const PARTS_MAX = 16;
/** Of a part: its name, that of its file, and its type. */
const HEAD_BYTES_MAX = 2 * 1024;

/**
 * Whether a form has so few parts, with heads so short, that it can be parsed: the parser takes
 * seconds, in which nobody else is served, for megabytes of nothing but these.
 */
export function hasFewParts(contentType: string, bytes: Buffer): boolean {
  const [, quoted, bare] = formMedia.exec(contentType.trim()) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return false;
  const delimiter = `--${boundary}`;
  let parts = 0;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + 1)) {
    if (++parts > PARTS_MAX) return false;
    const headAt = at + delimiter.length;
    // The last is followed by dashes, and has no part behind it.
    if (bytes.toString('latin1', headAt, headAt + 2) === '--') continue;
    const head = bytes.subarray(headAt, headAt + HEAD_BYTES_MAX);
    if (!head.includes('\r\n\r\n')) return false;
  }
  return parts > 0;
}
