import type { Assignee } from '../application/exceptions/assign-unknown';
import { CannotResolve } from '../application/exceptions/cannot-resolve';
import { correctDecision, decideException } from '../application/exceptions/decide-exception';
import type { Db } from '../db/postgres/connect';
import { findException, listExceptions } from '../db/ledger/exceptions';
import type { Exception } from '../db/ledger/exceptions';
import { isResolution, resolutionsOf, sharesOf, wholeOf } from '../domain/exception';
import type { Part } from '../domain/exception';
import { formatBaht, readBaht } from '../domain/money';
import type { Rest } from '../domain/resolution';
import { UsageError, only, plain, printRows } from './command';
import type { Command } from './command';
import { commandAudit, withDatabase, withVault } from './wiring';

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
  summary: 'resolve an exception, in one way or divided among several',
  usage: '<exception-id>',
  options: {
    as: {
      type: 'string',
      value: 'way',
      help: 'one that `exceptions show` lists; way=baht,way=baht divides',
    },
    reason: { type: 'string', value: 'text', help: 'why; kept with the decision' },
    by: { type: 'string', value: 'name', help: 'who decides; you by default' },
    rest: { type: 'string', value: 'rest', help: 'of a short payment: paid_in_full or leave_open' },
    order: { type: 'string', value: 'id', help: 'the order that unknown money is assigned to' },
    merchant: {
      type: 'string',
      value: 'id',
      help: 'the merchant that unknown money is assigned to',
    },
  },
  async run(invocation) {
    const { config, options, json, print } = invocation;
    const exceptionId = only(invocation, 'an exception id');
    const asked = options['as'];
    if (typeof asked !== 'string') throw new UsageError('Say how by --as; see `show`.');
    const { reason, by } = decidedBy(options);
    const rest = readRest(options['rest']);
    const assignee = readAssignee(options['order'], options['merchant']);
    const audit = commandAudit();
    await refusing(() =>
      withVault(config, async (doing) => {
        const parts = await readParts(doing.db, exceptionId, asked);
        const decision = { exceptionId, parts, rest, assignee, reason, by: by ?? audit.actor.id };
        await decideException(doing, audit, decision);
      }),
    );
    print(json ? JSON.stringify({ exceptionId, resolution: asked }) : `${exceptionId}: ${asked}.`);
    return 0;
  },
};

export const correct: Command = {
  summary: 'reverse the resolution of an exception and open it again',
  usage: '<exception-id>',
  options: {
    reason: { type: 'string', value: 'text', help: 'why; kept with the correction' },
    by: { type: 'string', value: 'name', help: 'who decides; you by default' },
  },
  async run(invocation) {
    const { config, options, json, print } = invocation;
    const exceptionId = only(invocation, 'an exception id');
    const { reason, by } = decidedBy(options);
    const audit = commandAudit();
    await refusing(() =>
      withVault(config, (doing) =>
        correctDecision(doing, audit, { exceptionId, reason, by: by ?? audit.actor.id }),
      ),
    );
    print(json ? JSON.stringify({ exceptionId }) : `${exceptionId} is open again.`);
    return 0;
  },
};

type Options = Parameters<Command['run']>[0]['options'];

function decidedBy(options: Options): { readonly reason: string; readonly by: string | null } {
  const { reason, by } = options;
  if (typeof reason !== 'string' || reason.trim() === '') {
    throw new UsageError('Say why by --reason: it is kept with the decision.');
  }
  return { reason, by: typeof by === 'string' ? by : null };
}

async function refusing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof CannotResolve) throw new UsageError(error.message);
    throw error;
  }
}

/** `accept`, for all of it, or `accept=60,return=40.50`. */
async function readParts(db: Db, exceptionId: string, asked: string): Promise<readonly Part[]> {
  if (isResolution(asked)) {
    const exception = await findException(db, exceptionId);
    return exception === null ? [] : wholeOf(exception, asked);
  }
  return asked.split(',').map((part) => {
    const [as = '', baht = ''] = part.split('=');
    const amountSatang = readBaht(baht);
    if (!isResolution(as) || amountSatang === null) {
      throw new UsageError(`--as does not understand "${part}": write way=baht, as accept=60.`);
    }
    return { as, amountSatang };
  });
}

function readRest(rest: unknown): Rest | null {
  if (rest === undefined) return null;
  if (rest === 'paid_in_full' || rest === 'leave_open') return rest;
  throw new UsageError('--rest is paid_in_full or leave_open.');
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
  } else {
    for (const { ways, satang, exactly } of sharesOf(exception)) {
      const bound = exactly ? 'exactly' : 'at most';
      facts.push([
        'resolve as',
        `${ways.join(', ')}: ${bound} ${formatBaht(satang)} baht together`,
      ]);
    }
    if (exception.suspendedSatang === 0) facts.push(['resolve as', 'dismiss']);
  }
  return facts.map(([name, value]) => `${name.padEnd(14)} ${plain(value)}`);
}

function saidBy(callback: NonNullable<Exception['callback']>): string {
  const { id, heard, amountSatang, transactionId } = callback;
  const amount = amountSatang === null ? 'no amount' : `${formatBaht(amountSatang)} baht`;
  return `${heard}, ${amount}, transaction ${transactionId ?? 'without id'} (callback ${id})`;
}
