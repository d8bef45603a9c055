import { findException, listExceptions, type Exception } from '../exceptions/store/exceptions';
import { hasNoAmount, resolutionsOf, sharesOf } from '../exceptions/rules/exception';
import { formatBaht } from '../kernel/rules/money';
import { namedAct } from './act';
import { UsageError, only, plain, printRows, type Command } from './command';
import { withDatabase } from './wiring';

const LISTED_MAX = 1_000;

export const list: Command = {
  summary: 'list open exceptions, oldest first',
  usage: '',
  options: { all: { type: 'boolean', help: 'include resolved exceptions' } },
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
  summary: 'show an exception and its possible resolutions',
  usage: '<exception-id>',
  options: {},
  async run(invocation) {
    const exceptionId = only(invocation, 'an exception ID');
    const exception = await withDatabase(invocation.config, (db) => findException(db, exceptionId));
    if (exception === null) throw new UsageError(`Exception ${exceptionId} does not exist.`);
    const isOpen = exception.resolved === null;
    const resolutions = isOpen ? resolutionsOf(exception) : [];
    const shares = isOpen ? sharesOf(exception) : [];
    const shown = { ...exception, resolutions, shares };
    if (invocation.json) invocation.print(JSON.stringify(shown, null, 2));
    else for (const line of describe(exception)) invocation.print(line);
    return 0;
  },
};

export const resolve = namedAct('resolution');
export const correct = namedAct('correction');

function describe(exception: Exception): string[] {
  const { order, callback, resolved } = exception;
  const facts: (readonly [string, string])[] = [
    ['exception', exception.id],
    ['kind', exception.kind],
    ['opened', exception.openedAt.toISOString()],
    ['merchant', exception.merchantId ?? 'unknown'],
    [
      'order',
      order === null
        ? (callback?.namedOrder ?? 'unknown')
        : `${order.id}, ${order.kind}, ${formatBaht(order.amountSatang)} baht, ${order.status}`,
    ],
    ['callback', callback === null ? 'none' : describeCallback(callback)],
    ['in suspense', `${formatBaht(exception.suspendedSatang)} baht`],
  ];
  if (resolved !== null) {
    const { resolution, by, at, reason } = resolved;
    facts.push(['resolved', `${resolution}, by ${by} at ${at.toISOString()}: ${reason}`]);
  } else {
    if (exception.waitsFor !== null) facts.push(['resolve first', exception.waitsFor]);
    for (const { ways, satang, exactly } of sharesOf(exception)) {
      const bound = exactly ? 'exactly' : 'at most';
      facts.push([
        'resolve as',
        `${ways.join(', ')}: ${bound} ${formatBaht(satang)} baht together`,
      ]);
    }
    for (const way of resolutionsOf(exception).filter(hasNoAmount)) {
      facts.push(['resolve as', way]);
    }
  }
  return facts.map(([name, value]) => `${name.padEnd(14)} ${plain(value)}`);
}

function describeCallback(callback: NonNullable<Exception['callback']>): string {
  const { id, reported, amountSatang, transactionId } = callback;
  const amount = amountSatang === null ? 'no amount' : `${formatBaht(amountSatang)} baht`;
  return `${reported}, ${amount}, transaction ${transactionId ?? 'without id'}, ${id}`;
}
