import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { reconcileStatement, type Period } from '../application/reports/reconcile-statement';
import { storeCheck } from '../application/reports/store-check';
import { bangkokDay, bangkokDayStart, readDay } from '../domain/bangkok-day';
import { readMoment } from '../domain/moment';
import { formatBaht } from '../domain/money';
import { UsageError, only, printRows, type Command } from './command';
import { commandAudit, vaultOf, withPatientDatabase } from './wiring';

const line = z.object({
  transactionId: z.string().min(1),
  orderId: z.string().min(1),
  amountSatang: z.int().positive(),
  at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** The default is the direction of the order. */
  direction: z.enum(['in', 'out']).optional(),
});
const statementFile = z.array(line);
type Lines = z.output<typeof statementFile>;

const DAY_MS = 24 * 60 * 60 * 1_000;

export const reconcile: Command = {
  summary: 'compare a provider statement with the ledger; exits 1 on a mismatch',
  usage: '<statement.json>',
  options: {
    account: {
      type: 'string',
      value: 'id',
      help: 'the provider account of the statement; without it, of all accounts',
    },
    since: { type: 'string', value: 'time', help: 'start: a time, or a day in Bangkok' },
    until: { type: 'string', value: 'time', help: 'end: a time (exclusive) or a day (inclusive)' },
  },
  async run(invocation) {
    const { config, options } = invocation;
    const file = only(invocation, 'a statement file');
    const lines = await readLines(file);
    const period = readPeriod(lines, options['since'], options['until']);
    const account = typeof options['account'] === 'string' ? options['account'] : null;
    const statement = lines.map((each) => ({
      transactionId: each.transactionId,
      order: each.orderId,
      amountSatang: each.amountSatang,
      direction: each.direction ?? null,
    }));
    const found = await withPatientDatabase(config, async (db) => {
      const vault = await vaultOf(config, db);
      const mismatches = await reconcileStatement({ db }, statement, period, account);
      const { since, until } = period;
      await storeCheck({ db, vault }, commandAudit(), {
        kind: 'reconciliation',
        differences: mismatches.length,
        detail: {
          lines: statement.length,
          since: since.toISOString(),
          until: until.toISOString(),
          ...(account === null ? {} : { account }),
        },
      });
      return mismatches;
    });
    const shown = (satang: number | null) => (satang === null ? '' : formatBaht(satang));
    printRows(
      invocation,
      found.map(({ kind, transactionId, order, statedSatang, bookedSatang }) => ({
        mismatch: kind,
        transaction: transactionId,
        order,
        stated: shown(statedSatang),
        booked: shown(bookedSatang),
      })),
    );
    return found.length === 0 ? 0 : 1;
  },
};

/**
 * The period for which the statement is complete. By default the day in Bangkok of its first line.
 */
function readPeriod(lines: Lines, since: unknown, until: unknown): Period {
  const [first] = lines;
  const day = first === undefined ? null : bangkokDay(first.at.getTime());
  const begin = typeof since === 'string' ? since : day;
  if (begin === null) {
    throw new UsageError('An empty statement requires --since and --until.');
  }
  const from = readEdge('--since', begin, 0);
  // By default 24 hours.
  const to =
    typeof until === 'string'
      ? readEdge('--until', until, DAY_MS)
      : new Date(from.getTime() + DAY_MS);
  if (to <= from) throw new UsageError('--until must be after --since.');
  return { since: from, until: to };
}

/** A date-time as in the API, or the start of a day in Bangkok plus `dayMs`. */
function readEdge(option: string, text: string, dayMs: number): Date {
  const day = readDay(text);
  if (day !== null) return new Date(bangkokDayStart(day).getTime() + dayMs);
  const at = readMoment(text);
  if (at !== null) return at;
  throw new UsageError(
    `${option} must be a day (2026-01-31) or a time (2026-01-31T00:00:00+07:00), got ${text}.`,
  );
}

async function readLines(file: string): Promise<Lines> {
  try {
    return statementFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new UsageError(`${file} is not a valid statement: ${reason}`);
  }
}
