import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { reconcileStatement } from '../application/reconcile-statement';
import type { Movement, Period } from '../application/reconcile-statement';
import { keepCheck } from '../application/keep-check';
import { formatBaht } from '../domain/money';
import { UsageError, only, printRows } from './command';
import type { Command } from './command';
import { commandActor, vaultOf, withPatientDatabase } from './wiring';

const line = z.object({
  transactionId: z.string().min(1),
  orderId: z.string().min(1),
  amountSatang: z.int().positive(),
  at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
});

/** Whole, so that what is at its edges is not taken for missing. */
const statementFile = z.array(line).min(1);

export const reconcile: Command = {
  summary: "lay the provider's statement beside our books: exits 1 where they do not agree",
  usage: '<statement.json>',
  options: {},
  async run(invocation) {
    const { config } = invocation;
    const file = only(invocation, 'a file with a statement');
    const { statement, period } = await readStatement(file);
    const vault = vaultOf(config);
    const found = await withPatientDatabase(config, async (db) => {
      const mismatches = await reconcileStatement({ db }, statement, period);
      const { since, until } = period;
      await keepCheck({ db, vault }, commandActor(), {
        kind: 'reconciliation',
        differences: mismatches.length,
        detail: {
          lines: statement.length,
          since: since.toISOString(),
          until: until.toISOString(),
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

async function readStatement(
  file: string,
): Promise<{ readonly statement: readonly Movement[]; readonly period: Period }> {
  const lines = await readLines(file);
  const times = lines.map(({ at }) => at.getTime());
  return {
    statement: lines.map(({ transactionId, orderId, amountSatang }) => ({
      transactionId,
      order: orderId,
      amountSatang,
    })),
    period: { since: new Date(Math.min(...times)), until: new Date(Math.max(...times)) },
  };
}

async function readLines(file: string): Promise<z.output<typeof statementFile>> {
  try {
    return statementFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new UsageError(`${file} is no statement: ${reason}`);
  }
}
