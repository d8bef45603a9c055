/** The minute after a duration, for the Temporal UI: `2026-11-28 05:40 UTC`. */
export const utcMinute = (inMs: number): string =>
  `${new Date(Date.now() + inMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
