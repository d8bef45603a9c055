import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { recordFinding, type Recorded } from '../reports/record-finding';
import { reconcileStatement, type Mismatch, type Period } from '../reports/reconcile-statement';
import { storeCheck } from '../reports/store-check';
import { bangkokDay, bangkokDayStart, readDay } from '../kernel/rules/bangkok-day';
import { readMoment } from '../kernel/rules/moment';
import { formatBaht } from '../kernel/rules/money';
import { UsageError, only, printRows, type Command, type Invocation } from './command';
import { commandAudit, refusing, vaultOf, withPatientDatabase, withVault } from './wiring';

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
  actsUnapproved: 'record',
  usage: '<statement.json>',
  options: {
    account: {
      type: 'string',
      value: 'id',
      help: 'the provider account of the statement; without it, of all accounts',
    },
    since: { type: 'string', value: 'time', help: 'start: a time, or a day in Bangkok' },
    until: { type: 'string', value: 'time', help: 'end: a time (exclusive) or a day (inclusive)' },
    record: {
      type: 'string',
      value: 'transaction',
      help: 'record this mismatch as evidence; the order, where the transaction has no ID',
    },
    takes: {
      type: 'string',
      value: 'transaction',
      help: 'with --record: the transaction that the line takes back',
    },
    reason: {
      type: 'string',
      value: 'text',
      help: 'stored with the evidence; required by --record',
    },
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
    const named = options['record'];
    if (typeof named === 'string') {
      const found = await withPatientDatabase(config, (db) =>
        reconcileStatement({ db }, statement, period, account),
      );
      return record(invocation, { found, lines, named, account });
    }
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

const refusals: Readonly<Record<Extract<Recorded, { kind: 'refused' }>['why'], string>> = {
  repeated: 'The statement contains the line more than once. Ask the provider.',
  ambiguous: 'The order has several transactions. Name the one that the line takes back: --takes.',
  excepted: 'An exception has this money. Resolve it, or correct its resolution.',
  known: 'The gateway has this evidence already: see the exceptions of the order.',
};

/** Records one mismatch as evidence of the bank, which is applied like a callback. */
async function record(
  invocation: Invocation,
  asked: {
    readonly found: readonly Mismatch[];
    readonly lines: Lines;
    readonly named: string;
    readonly account: string | null;
  },
): Promise<number> {
  const { config, options, json, print } = invocation;
  const { found, lines, named, account: accountId } = asked;
  const { reason, takes } = options;
  if (typeof reason !== 'string' || reason.trim() === '') {
    throw new UsageError('--reason is required: it is stored with the evidence.');
  }
  const matching = found.filter(
    ({ transactionId, order }) => (transactionId === '' ? order : transactionId) === named,
  );
  const [finding, ...others] = matching;
  if (finding === undefined) throw new UsageError(`${named} is no mismatch of this statement.`);
  if (others.length > 0) {
    throw new UsageError(`${named} is the name of ${matching.length} mismatches.`);
  }
  const line = lines.find((each) => each.transactionId === named);
  const recorded = await refusing(() =>
    withVault(config, (deps) =>
      recordFinding(deps, commandAudit(), {
        finding,
        at: finding.statedSatang === null ? null : (line?.at ?? null),
        accountId,
        takes: typeof takes === 'string' ? takes : null,
        reason,
      }),
    ),
  );
  if (recorded.kind === 'refused') throw new UsageError(refusals[recorded.why]);
  const { exceptionIds } = recorded;
  const open = exceptionIds.length === 0 ? 'none' : exceptionIds.join(', ');
  print(
    json
      ? JSON.stringify({ transaction: named, exceptions: exceptionIds })
      : `${named} is recorded. Open exceptions about it: ${open}.`,
  );
  return 0;
}

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
