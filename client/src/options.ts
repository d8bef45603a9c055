/** The characters of a bearer credential (RFC 6750): no quotes, white space or invisible ones. */
const credential = /^[\w.~+/=-]+$/;
/** The longest delay of a timer. */
const TIMEOUT_MAX_MS = 2_147_483_647;

/** Throws TypeError that names the option and never its value, which may be a secret. */
function demand(isValid: boolean, rule: string): void {
  if (!isValid) throw new TypeError(`${rule}.`);
}

export function checkCredential(name: string, value: unknown): void {
  demand(
    typeof value === 'string' && credential.test(value),
    `${name} must be text of letters, digits, "_" and "-", without quotes, spaces or line breaks`,
  );
}

/** The URL without a slash at its end. `apiKey` is checked. */
export function readBaseUrl(value: unknown, apiKey: string): string {
  const isLive = apiKey.startsWith('sk_live_');
  demand(value !== undefined || !isLive, 'baseUrl is required with a live API key');
  const text = value ?? 'http://localhost:8080';
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.username === '' && url.password === '';
  demand(
    url !== null && isPlain && ['http:', 'https:'].includes(url.protocol),
    'baseUrl must be an http or https URL without a user name',
  );
  return url?.href.replace(/\/+$/, '') ?? '';
}

export function checkLimits(limits: {
  readonly timeoutMs: unknown;
  readonly retriesMax: unknown;
}): void {
  const { timeoutMs, retriesMax } = limits;
  demand(
    Number.isInteger(timeoutMs) && Number(timeoutMs) > 0 && Number(timeoutMs) <= TIMEOUT_MAX_MS,
    'timeoutMs must be a whole number of milliseconds above 0',
  );
  demand(
    Number.isInteger(retriesMax) && Number(retriesMax) >= 0,
    'retriesMax must be a whole number from 0',
  );
}

export function checkIdempotencyKey(key: string | undefined): void {
  demand(
    key === undefined ||
      (typeof key === 'string' && /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)),
    'idempotencyKey must be 1 to 255 printable ASCII characters',
  );
}
