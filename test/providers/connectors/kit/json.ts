/** Changes at places of a JSON value, such as `data.0.amount`. */

type Json = Readonly<Record<string, unknown>>;

const isContainer = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** A copy with another value at the place. Throws when the place does not exist. */
export function changed(value: unknown, place: string, change: (old: unknown) => unknown): unknown {
  const [key = '', ...rest] = place.split('.');
  if (!isContainer(value) || !Object.hasOwn(value, key)) throw new Error(`no ${place}`);
  const inner =
    rest.length === 0 ? change(value[key]) : changed(value[key], rest.join('.'), change);
  if (Array.isArray(value))
    return value.map((one: unknown, at) => (String(at) === key ? inner : one));
  return { ...value, [key]: inner };
}

/** A copy with the value at the place, whose parent exists. */
export function withValue(value: unknown, place: string, inner: unknown): unknown {
  const at = place.lastIndexOf('.');
  const set = (parent: unknown) =>
    isContainer(parent) ? { ...parent, [place.slice(at + 1)]: inner } : parent;
  return at < 0 ? set(value) : changed(value, place.slice(0, at), set);
}

/** A copy without the place. */
export function without(value: unknown, place: string): unknown {
  return JSON.parse(JSON.stringify(changed(value, place, () => undefined)));
}

const MARK = '@raw@';

/** The JSON text with `raw` at the place, such as `1e3`. */
export function textWith(value: unknown, place: string, raw: string): string {
  return JSON.stringify(changed(value, place, () => MARK)).replace(`"${MARK}"`, () => raw);
}

/** The places of all values that are neither objects nor arrays. */
export function leaves(value: unknown, place = ''): string[] {
  if (!isContainer(value)) return place === '' ? [] : [place];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, place === '' ? key : `${place}.${key}`),
  );
}

/** Texts that stand for amounts in attacks and mistakes. */
export const rawAmounts: readonly string[] = [
  '100',
  '100.00',
  '99.99',
  '100.005',
  '1e3',
  '1e-3',
  '1e400',
  '-100',
  '-0',
  '0',
  '0.001',
  '20000000.01',
  '9007199254740993',
  '"100"',
  '"100.00"',
  '"99.99"',
  '"100.005"',
  '"1e3"',
  '" 100 "',
  '"100,00"',
  '"1,000.00"',
  '"0x64"',
  '"+100"',
  '"-100.00"',
  '"๑๐๐"',
  '"Infinity"',
  '"NaN"',
  '""',
  'true',
  'null',
  '[]',
  '[100]',
  '{}',
];

/** The satang that a raw amount denotes exactly; null when it denotes none. */
export function satangIn(raw: string, unit: 'baht' | 'satang'): number | null {
  const [, sign, whole = '', , fraction = '', exponent = '0'] =
    /^"?(-?)(\d+)(\.(\d+))?(?:[eE]([+-]?\d+))?"?$/.exec(raw) ?? [];
  // In a text an exponent is no documented form of an amount.
  if (whole === '' || sign === '-' || (raw.startsWith('"') && exponent !== '0')) return null;
  const power = Number(exponent) - fraction.length + (unit === 'baht' ? 2 : 0);
  const digits = BigInt(whole + fraction);
  if (power >= 0) return power > 20 ? null : Number(digits * 10n ** BigInt(power));
  const divisor = 10n ** BigInt(-power);
  return digits % divisor === 0n ? Number(digits / divisor) : null;
}
