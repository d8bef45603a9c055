/** What the provider names an order or a transfer by, and when it did what: nobody's account. */
const open = ['orderId', 'transactionId', 'paidAt', 'amount', 'status'];

/** Digits that may be an account's or a telephone's, but for the last four. */
const maskDigits = (text: string): string =>
  text.replace(/\d(?:[\s-]?\d){5,}/g, (run) => {
    const digits = run.replace(/\D/g, '');
    return `${'•'.repeat(digits.length - 4)}${digits.slice(-4)}`;
  });

/** One value of what somebody sent, under the names that lead to it. */
export interface SentValue {
  readonly name: string;
  readonly value: string;
}

const VALUES_MAX = 50;
const TEXT_MAX = 300;

/** All that a JSON body says, value by value and in its order, with accounts masked. */
export function sentValues(body: string): readonly SentValue[] {
  const values: SentValue[] = [];
  collect(parsed(body), '', values);
  return values;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    // What is no JSON is shown as the text that it is.
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
