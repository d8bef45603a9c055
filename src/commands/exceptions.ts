import type { Assignee } from '../application/exceptions/assign-unknown';
import { correctDecision, decideException } from '../application/exceptions/decide-exception';
import type { Db } from '../db/postgres/connect';
import { findException, listExceptions, type Exception } from '../db/ledger/exceptions';
import {
  hasNoAmount,
  isResolution,
  resolutionsOf,
  sharesOf,
  wholeOf,
  type Part,
} from '../domain/exception';
import { formatBaht, readBaht } from '../domain/money';
import type { Rest } from '../domain/resolution';
import { UsageError, only, plain, printRows, type Command } from './command';
import { act, commandAudit, withDatabase } from './wiring';

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

export const resolve: Command = {
  summary: 'resolve an exception with one or more resolutions',
  actsUnapproved: true,
  usage: '<exception-id>',
  options: {
    as: {
      type: 'string',
      value: 'resolution',
      help: 'a resolution of `exceptions show`, or several as accept=60,return=40.50',
    },
    reason: { type: 'string', value: 'text', help: 'stored with the resolution; required' },
    by: { type: 'string', value: 'name', help: 'the operator; the Unix user by default' },
    rest: {
      type: 'string',
      value: 'rest',
      help: 'remainder of a short payment: paid_in_full or leave_open',
    },
    order: { type: 'string', value: 'id', help: 'order to which unknown money is assigned' },
    merchant: {
      type: 'string',
      value: 'id',
      help: 'merchant to which unknown money is assigned',
    },
  },
  async run(invocation) {
    const { config, options, json, print } = invocation;
    const exceptionId = only(invocation, 'an exception ID');
    const asked = options['as'];
    if (typeof asked !== 'string')
      throw new UsageError('--as is required: `exceptions show` lists the resolutions.');
    const { reason, by } = decidedBy(options);
    const rest = readRest(options['rest']);
    const assignee = readAssignee(options['order'], options['merchant']);
    const audit = commandAudit();
    await act({ config }, async (deps) => {
      const parts = await readParts(deps.db, exceptionId, asked);
      const decision = { exceptionId, parts, rest, assignee, reason, by: by ?? audit.actor.id };
      await decideException(deps, audit, decision);
    });
    print(
      json
        ? JSON.stringify({ exceptionId, resolution: asked })
        : `Exception ${exceptionId} is resolved: ${asked}.`,
    );
    return 0;
  },
};

export const correct: Command = {
  summary: 'reverse the resolution of an exception and open it again',
  actsUnapproved: true,
  usage: '<exception-id>',
  options: {
    reason: { type: 'string', value: 'text', help: 'stored with the correction; required' },
    by: { type: 'string', value: 'name', help: 'the operator; the Unix user by default' },
  },
  async run(invocation) {
    const { config, options, json, print } = invocation;
    const exceptionId = only(invocation, 'an exception ID');
    const { reason, by } = decidedBy(options);
    const audit = commandAudit();
    await act({ config }, (deps) =>
      correctDecision(deps, audit, { exceptionId, reason, by: by ?? audit.actor.id }),
    );
    print(json ? JSON.stringify({ exceptionId }) : `Exception ${exceptionId} is open again.`);
    return 0;
  },
};

type Options = Parameters<Command['run']>[0]['options'];

function decidedBy(options: Options): { readonly reason: string; readonly by: string | null } {
  const { reason, by } = options;
  if (typeof reason !== 'string' || reason.trim() === '') {
    throw new UsageError('--reason is required: it is stored with the resolution.');
  }
  return { reason, by: typeof by === 'string' ? by : null };
}

/** `accept` for the whole amount, or `accept=60,return=40.50`. */
async function readParts(db: Db, exceptionId: string, asked: string): Promise<readonly Part[]> {
  if (isResolution(asked)) {
    const exception = await findException(db, exceptionId);
    return exception === null ? [] : wholeOf(exception, asked);
  }
  return asked.split(',').map((part) => {
    const [as = '', baht = ''] = part.split('=');
    const amountSatang = readBaht(baht);
    if (!isResolution(as) || amountSatang === null) {
      throw new UsageError(
        `--as must be a resolution or resolution=baht pairs such as accept=60, got ${part}.`,
      );
    }
    return { as, amountSatang };
  });
}

function readRest(rest: unknown): Rest | null {
  if (rest === undefined) return null;
  if (rest === 'paid_in_full' || rest === 'leave_open') return rest;
  throw new UsageError('--rest must be paid_in_full or leave_open.');
}

function readAssignee(orderId: unknown, merchantId: unknown): Assignee | null {
  if (typeof orderId === 'string') return { kind: 'order', orderId };
  return typeof merchantId === 'string' ? { kind: 'merchant', merchantId } : null;
}

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
