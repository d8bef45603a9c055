import { decideException } from '../application/decide-exception';
import { CannotResolve } from '../application/resolve-exception';
import { findException, listExceptions } from '../db/exceptions';
import type { Exception } from '../db/exceptions';
import { resolutionsOf } from '../domain/exception';
import type { Resolution } from '../domain/exception';
import { formatBaht } from '../domain/money';
import { UsageError, only, plain, printRows } from './command';
import type { Command } from './command';
import { commandActor, withDatabase, withVault } from './wiring';

const LISTED_MAX = 1_000;

export const list: Command = {
  summary: 'list what waits for an operator to decide, oldest first; --all: what was decided too',
  usage: '',
  options: { all: { type: 'boolean', help: 'list resolved exceptions too' } },
  async run(invocation) {
    const open = invocation.options['all'] !== true;
    const exceptions = await withDatabase(invocation.config, (db) =>
      listExceptions(db, { open, limit: LISTED_MAX }),
    );
    printRows(
      invocation,
      exceptions.map((exception) => ({
        id: exception.id,
        kind: exception.kind,
        merchant: exception.merchantId ?? '',
        order: exception.order?.id ?? exception.callback?.namedOrder ?? '',
        suspended: formatBaht(exception.suspendedSatang),
        opened: exception.openedAt.toISOString(),
        resolved: exception.resolved?.resolution ?? '',
      })),
    );
    return 0;
  },
};

export const show: Command = {
  summary: 'show all that is known of an exception, and how it can be resolved',
  usage: '<exception-id>',
  options: {},
  async run(invocation) {
    const exceptionId = only(invocation, 'an exception id');
    const exception = await withDatabase(invocation.config, (db) => findException(db, exceptionId));
    if (exception === null) throw new UsageError(`There is no exception ${exceptionId}.`);
    const resolutions = exception.resolved === null ? resolutionsOf(exception) : [];
    if (invocation.json) invocation.print(JSON.stringify({ ...exception, resolutions }, null, 2));
    else for (const line of describe(exception, resolutions)) invocation.print(line);
    return 0;
  },
};

export const resolve: Command = {
  summary: 'resolve an exception for good: --as says how, --reason why, --by who decides',
  usage: '<exception-id>',
  options: {
    as: { type: 'string', value: 'resolution', help: 'one that `exceptions show` lists' },
    reason: { type: 'string', value: 'text', help: 'why; kept with the decision' },
    by: { type: 'string', value: 'name', help: 'who decides; you by default' },
  },
  async run(invocation) {
    const { config, options, json, print } = invocation;
    const exceptionId = only(invocation, 'an exception id');
    const resolution = options['as'];
    const reason = options['reason'];
    const actor = commandActor();
    const by = options['by'] ?? actor.id;
    if (typeof resolution !== 'string') throw new UsageError('Say how by --as; see `show`.');
    if (typeof reason !== 'string' || reason.trim() === '' || typeof by !== 'string') {
      throw new UsageError('Say why by --reason: it is kept with the decision.');
    }
    try {
      await withVault(config, (doing) =>
        decideException(doing, actor, {
          exceptionId,
          resolution: resolution as Resolution,
          by,
          reason,
        }),
      );
    } catch (error) {
      if (error instanceof CannotResolve) throw new UsageError(error.message);
      throw error;
    }
    print(json ? JSON.stringify({ exceptionId, resolution }) : `${exceptionId}: ${resolution}.`);
    return 0;
  },
};

function describe(exception: Exception, resolutions: readonly Resolution[]): string[] {
  const { order, callback, resolved } = exception;
  const facts: (readonly [string, string])[] = [
    ['exception', exception.id],
    ['kind', exception.kind],
    ['opened', exception.openedAt.toISOString()],
    ['merchant', exception.merchantId ?? 'not known'],
    [
      'order',
      order === null
        ? (callback?.namedOrder ?? 'not known')
        : `${order.id}, a ${order.kind} of ${formatBaht(order.amountSatang)} baht, ${order.status}`,
    ],
    ['provider said', callback === null ? 'nothing' : saidBy(callback)],
    ['in suspense', `${formatBaht(exception.suspendedSatang)} baht`],
  ];
  if (resolved !== null) {
    const { resolution, by, at, reason } = resolved;
    facts.push(['resolved', `${resolution}, by ${by} at ${at.toISOString()}: ${reason}`]);
  } else facts.push(['resolve as', resolutions.join(', ')]);
  return facts.map(([name, value]) => `${name.padEnd(14)} ${plain(value)}`);
}

function saidBy(callback: NonNullable<Exception['callback']>): string {
  const { id, heard, amountSatang, transactionId } = callback;
  const amount = amountSatang === null ? 'no amount' : `${formatBaht(amountSatang)} baht`;
  return `${heard}, ${amount}, transaction ${transactionId ?? 'without id'} (callback ${id})`;
}
