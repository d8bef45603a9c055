import type { ComponentChildren } from 'preact';

type Kind = 'money' | 'press' | 'nowrap' | 'whole';

/** The title of a column, with the class of its cells. Null leaves the column out. */
export type Column = string | Partial<Record<Kind, string>> | null;

export type Row = readonly ComponentChildren[];

interface TableProps {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** For cells of two lines. */
  readonly roomy?: boolean;
  /** In a card with padding. */
  readonly plain?: boolean;
}

/**
 * A row has one cell for each column; the first is its heading. On a narrow screen a row becomes a
 * card that names its cells.
 */
export function Table({ columns, rows, roomy = false, plain = false }: TableProps) {
  const shown = columns.map((column) => (column === null ? null : describe(column)));
  return (
    <table class={`folds${roomy ? ' roomy' : ''}${plain ? ' plain' : ''}`}>
      <thead>
        <tr>{shown.map((column) => column && <Heading {...column} />)}</tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>{row.map((cell, at) => shown[at] && renderCell(cell, at, shown[at]))}</tr>
        ))}
      </tbody>
    </table>
  );
}

interface Described {
  readonly title: string;
  readonly kind: string | undefined;
}

function describe(column: NonNullable<Column>): Described {
  if (typeof column === 'string') return { title: column, kind: undefined };
  const [[kind, title] = ['', '']] = Object.entries(column);
  return { title, kind };
}

/** A column of buttons has a heading for screen readers only. */
const Heading = ({ title, kind }: Described) =>
  kind === 'press' ? (
    <th scope="col">
      <span class="spoken">{title}</span>
    </th>
  ) : (
    <th scope="col" class={kind === 'money' ? kind : undefined}>
      {title}
    </th>
  );

function renderCell(cell: ComponentChildren, at: number, { title, kind }: Described) {
  if (at === 0) return <th scope="row">{cell}</th>;
  return (
    <td class={kind} data-name={kind === 'press' ? undefined : title}>
      {cell}
    </td>
  );
}
