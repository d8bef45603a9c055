/** Identify a person in stored texts. */
export const identifierKinds = ['account', 'phone', 'email', 'name'] as const;
export type IdentifierKind = (typeof identifierKinds)[number];

/** Matches every spelling of an identifier: spaces and hyphens in numbers, case in names. */
export interface Identifier {
  readonly kind: IdentifierKind;
  readonly pattern: RegExp;
}

export const ERASED = '[erased]';

/** A body of a callback, or an exchange, that connectors do not read. */
export const ERASED_BODY = '{"erased":true}';

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** Digits with at most one space, hyphen or period between each two. */
const spaced = (digits: string): string => digits.split('').join(String.raw`[ .-]?`);
const notInNumber = (pattern: string): string => String.raw`(?<!\d)${pattern}(?!\d)`;

/**
 * Null for a text that cannot identify a person: an account of fewer than 6 or more than 15 digits,
 * a telephone without 9 digits after its prefix, an e-mail address without `@`, a name of one word.
 */
export function readIdentifier(kind: IdentifierKind, text: string): Identifier | null {
  const source = sources[kind](text.normalize('NFC').trim());
  return source === null ? null : { kind, pattern: new RegExp(source, 'giu') };
}

const sources: Readonly<Record<IdentifierKind, (text: string) => string | null>> = {
  account(text) {
    const digits = text.replace(/[ .-]/g, '');
    return /^\d{6,15}$/.test(digits) ? notInNumber(spaced(digits)) : null;
  },
  phone(text) {
    const digits = text.replace(/[ .-]/g, '');
    const [, rest] = /^(?:\+66|66|0)?(\d{9})$/.exec(digits) ?? [];
    if (rest === undefined) return null;
    return notInNumber(String.raw`(?:\+?66[ .-]?|0)?${spaced(rest)}`);
  },
  email: (text) =>
    /^[^\s@]+@[^\s@]+$/.test(text) ? String.raw`(?<![\w.+-])${literally(text)}(?![\w-])` : null,
  name(text) {
    const words = text.split(/\s+/);
    return words.length < 2 ? null : words.map(literally).join(String.raw`\s+`);
  },
};

/** Identifiers of a name's words, for texts that are known to be about the person. */
export const wordsOfName = (name: string): readonly Identifier[] =>
  name
    .split(/\s+/)
    .filter((word) => word.length > 1)
    .map((word) => ({
      kind: 'name',
      pattern: new RegExp(String.raw`(?<![\p{L}\p{M}])${literally(word)}(?![\p{L}\p{M}])`, 'giu'),
    }));

/** Compares after normalization to NFC. */
export const contains = (text: string, { pattern }: Identifier): boolean =>
  text.normalize('NFC').search(pattern) !== -1;

/** Replaces every occurrence. A text with one is normalized to NFC. */
function redact(text: string, identifiers: readonly Identifier[]): string {
  return identifiers.reduce(
    (rest, identifier) =>
      contains(rest, identifier) ? rest.normalize('NFC').replace(identifier.pattern, ERASED) : rest,
    text,
  );
}

/** Replaces each text and number; keys stay. */
export function mapLeaves(
  value: unknown,
  change: (leaf: string, key: string) => string,
  key = '',
): unknown {
  if (Array.isArray(value)) return value.map((one) => mapLeaves(one, change, key));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, inner]) => [
      name,
      mapLeaves(inner, change, name),
    ]);
    return Object.fromEntries(entries) as object;
  }
  if (typeof value === 'string') return change(value, key);
  if (typeof value !== 'number') return value;
  const changed = change(String(value), key);
  return changed === String(value) ? value : changed;
}

/** One per line, texts and numbers only. */
export function leavesOf(value: unknown): string {
  const leaves: string[] = [];
  mapLeaves(value, (leaf) => {
    leaves.push(leaf);
    return leaf;
  });
  return leaves.join('\n');
}

/**
 * Redacts a JSON text in its values, and any other text as it is. A merchant chooses the names in
 * metadata, so they are redacted as well: those of the text itself if it `isMetadata`, else those
 * in each member `metadata`. Other names belong to a format.
 */
export function redactText(
  text: string,
  identifiers: readonly Identifier[],
  isMetadata = false,
): string {
  const parsed = parseJson(text);
  if (parsed === undefined) return redact(text, identifiers);
  const redacted = JSON.stringify(redactJson(parsed, identifiers, isMetadata));
  return redacted === JSON.stringify(parsed) ? text : redacted;
}

function redactJson(
  value: unknown,
  identifiers: readonly Identifier[],
  isMetadata: boolean,
): unknown {
  const named = mapNames(value, isMetadata, (name) => redact(name, identifiers));
  return mapLeaves(named, (leaf) => redact(leaf, identifiers));
}

/** Replaces the names in metadata only. Of equal names one stays. */
function mapNames(value: unknown, isMetadata: boolean, change: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => mapNames(one, isMetadata, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    isMetadata ? change(name) : name,
    mapNames(inner, isMetadata || name === 'metadata', change),
  ]);
  return Object.fromEntries(entries) as object;
}

/** Undefined for a text that is not a JSON object or list. */
export function parseJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
