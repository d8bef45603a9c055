import type { Readable } from 'node:stream';

/** A bigint is an amount in satang; a Date is shown in Bangkok time. */
export type Cell = string | bigint | number | Date | boolean | null;
/** The keys are the headings. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>;

/** The heading of a column of times. */
export const zoned = <Name extends string>(name: Name) => `${name} (Asia/Bangkok)` as const;

/** Reads the next batch after the previous one was sent: memory does not depend on the length. */
export type WriteFile = <Item>(
  columns: Columns<Item>,
  batches: AsyncIterable<readonly Item[]>,
) => Readable;
