/** Caps the header; `schedule.ts` and `circuit.ts` cap it further. */
const READ_MS_MAX = 24 * 3_600_000;

/** Seconds or an HTTP date; at most a day. Null for other values and for a past date. */
export function readRetryAfterMs(
  header: string | readonly string[] | undefined,
  nowMs: number,
): number | null {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  // Date.parse accepts more than HTTP dates ("1", "May"): the form is checked first.
  const isDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text);
  const delayMs = /^\d+$/.test(text)
    ? Number(text) * 1000
    : isDate
      ? Date.parse(text) - nowMs
      : Number.NaN;
  return delayMs >= 0 ? Math.min(delayMs, READ_MS_MAX) : null;
}
