/** As browsers send it: with the boundary alone, so the value has one possible reading. */
const formMedia =
  /^multipart\/form-data\s*;\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'()+./:?-]{1,70}))\s*$/i;
/** The gateway's own form has one part. Browsers and scripts may add a few. */
const PARTS_MAX = 16;
/** The headers of a part: its name, file name and content type. */
const HEAD_BYTES_MAX = 2 * 1024;

/** Megabytes of parts or headers would block the event loop for seconds in the parser. */
export function hasFewParts(contentType: string, bytes: Buffer): boolean {
  const [, quoted, bare] = formMedia.exec(contentType.trim()) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return false;
  const delimiter = `--${boundary}`;
  let parts = 0;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + 1)) {
    if (++parts > PARTS_MAX) return false;
    const headAt = at + delimiter.length;
    // The closing boundary ends with dashes and has no part after it.
    if (bytes.toString('latin1', headAt, headAt + 2) === '--') continue;
    const head = bytes.subarray(headAt, headAt + HEAD_BYTES_MAX);
    if (!head.includes('\r\n\r\n')) return false;
  }
  return parts > 0;
}
