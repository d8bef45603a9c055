export type SqlValue =
  | string
  | number
  | boolean
  | Date
  | Buffer
  | null
  | readonly (string | number | Buffer | null)[];

/** The compiled text of statements without fragments, cached by the template literal. */
const compiled = new WeakMap<readonly string[], string>();

/** A statement or a fragment of one: text with values and fragments in between. */
export class Sql {
  constructor(
    private readonly texts: readonly string[],
    private readonly parts: readonly (SqlValue | Sql)[],
  ) {}

  /** `$1` stands for the first value. */
  compile(): { readonly text: string; readonly values: SqlValue[] } {
    const values = this.parts.filter((part) => !(part instanceof Sql)) as SqlValue[];
    const isPlain = values.length === this.parts.length;
    const known = isPlain ? compiled.get(this.texts) : undefined;
    if (known !== undefined) return { text: known, values };
    const written: SqlValue[] = [];
    const text = this.writeTo(written);
    if (isPlain) compiled.set(this.texts, text);
    return { text, values: written };
  }

  private writeTo(values: SqlValue[]): string {
    const pieces = this.texts.map((text, index) => {
      const part = this.parts[index];
      if (part === undefined) return text;
      return text + (part instanceof Sql ? part.writeTo(values) : `$${values.push(part)}`);
    });
    return pieces.join('');
  }
}

/**
 * An interpolated value becomes a parameter; an interpolated fragment becomes part of the text,
 * with its values: sql`${selection} where orders.id = ${orderId}`.
 */
export const sql = (texts: TemplateStringsArray, ...parts: readonly (SqlValue | Sql)[]): Sql =>
  new Sql(texts, parts);

/** Verbatim text: a name, a list of columns, a constant. Never a value from outside the code. */
export const raw = (text: string | number): Sql => new Sql([String(text)], []);

/** Needs at least one fragment. `separator` is verbatim text. */
export const joined = (parts: readonly Sql[], separator: string): Sql =>
  new Sql(['', ...parts.slice(1).map(() => separator), ''], parts);

/** Null stands for no condition. */
export function allOf(...conditions: readonly (Sql | null)[]): Sql {
  const each = conditions.flatMap((one) => (one === null ? [] : [sql`(${one})`]));
  return each.length === 0 ? sql`true` : joined(each, ' and ');
}
