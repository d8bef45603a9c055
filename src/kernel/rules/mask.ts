/** Shown unmasked: ids, times and amounts, none of which contains an account number. */
const open = ['orderId', 'transactionId', 'paidAt', 'amount', 'status'];

/** Digits that may be an account or telephone number, except the last four. */
const maskDigits = (text: string): string =>
  text.replace(/\d(?:[\s-]?\d){5,}/g, (run) => {
    const digits = run.replace(/\D/g, '');
    return `${'•'.repeat(digits.length - 4)}${digits.slice(-4)}`;
  });

/** `name` is the path in a JSON body. */
export interface SentValue {
  readonly name: string;
  readonly value: string;
}

const VALUES_MAX = 50;
const TEXT_MAX = 300;

/** In the order of the body, with account numbers masked. */
export function sentValues(body: string): readonly SentValue[] {
  const values: SentValue[] = [];
  collect(parsed(body), '', values);
  return values;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    // A body that is not JSON is shown as text.
    return body;
  }
}

function collect(value: unknown, name: string, values: SentValue[]): void {
  if (values.length >= VALUES_MAX) return;
  if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      collect(part, name === '' ? key : `${name}.${key}`, values);
    }
    return;
  }
  const text = String(value).slice(0, TEXT_MAX);
  values.push({ name, value: open.includes(name) ? text : maskDigits(text) });
}
