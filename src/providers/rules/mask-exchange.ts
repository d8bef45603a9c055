/*
 * Masks of recorded exchanges: what identifies a person or an account is hidden, and ids, dates and
 * amounts stay, so that a recording can serve as a fixture of tests.
 */

/** Fields of connectors whose values name a person or a place of one. A bank's name is neither. */
const person = /^(?!bank_?name$|file_?name$).*(?:name|e-?mail|address)$/i;
/** Fields whose digits are an account, a telephone or a card. A payee is a biller, not a person. */
const account =
  /^(?!payee_?proxy|account_?(?:digest|id)$).*(?:account|proxy|phone|mobile|msisdn|card)|^pan$/i;
/** Fields of an id, a time or an amount, whatever its digits. */
const id = /^id$|(?:id|uid|no|ref(?:erence)?\d?)$/i;
const timeOrAmount = /date|time|[a-z]At$|_at$|Dt$|expiry|created|amount|fee|net/i;
/** The page on which a payer authenticates a charge: whoever has its URL can act as the payer. */
const authentication = /^(?:authorize_ur[il]|redirect_to_url)$/i;
/** The parts of an object that stands for an account: `{"type": "MSISDN", "value": "08…"}`. */
const part = /^(?:value|number|no|id|text)$/i;

/** Keeps the form of the value. */
export function maskExchange(value: unknown, key = '', isAccount = false): unknown {
  if (Array.isArray(value)) return value.map((one) => maskExchange(one, key, isAccount));
  if (typeof value === 'object' && value !== null) {
    const masked = Object.entries(value).map(([name, inner]) => {
      if (authentication.test(name)) return [name, inner === null ? null : '•••'];
      const isPart = part.test(name) && account.test(key);
      return [name, maskExchange(inner, name, isPart || account.test(name))];
    });
    return Object.fromEntries(masked) as object;
  }
  if (typeof value === 'number' && isAccount) return hidden(String(value));
  if (typeof value !== 'string') return value;
  if (person.test(key) && value !== '') return '•••';
  if (isAccount) return value.replace(/\d(?:[\s-]?\d){3,}/g, hidden);
  return id.test(key) || timeOrAmount.test(key) ? value : maskText(value);
}

/**
 * Runs of 9 to 19 digits that stand alone, with spaces or hyphens: telephones, accounts, citizen
 * ids and cards. Digits inside a word, such as `chrg_5sq…` or a UUID, are an id.
 */
const run = /(?<![\w.:-])\d(?:[\s-]?\d){8,18}(?![\w:]|[.-]\w)/g;

const maskText = (text: string): string =>
  text.replace(run, (digits) => (isDate(digits) ? digits : hidden(digits)));

/** `2026-11-22`, `20261122` or `20261122170458`, also as the start of a moment. */
function isDate(text: string): boolean {
  const [, year, month, day, rest = ''] = /^(20\d\d)-?(\d\d)-?(\d\d)[ -]?(\d*)$/.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
  return isDay && [0, 2, 6].includes(rest.length) && Number(rest.slice(0, 2)) < 24;
}

/** Dots instead of all digits but the last four. */
function hidden(digits: string): string {
  const all = digits.replace(/\D/g, '');
  const shown = all.length >= 8 ? 4 : 0;
  return '•'.repeat(all.length - shown) + all.slice(all.length - shown);
}
