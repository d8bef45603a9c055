import type { z } from 'zod';
import type { Backlog } from '../measure-backlog';
import type { Exception } from '../../exceptions/list-exceptions';
import { resolutionsOf } from '../../exceptions/rules/exception';
import { satangToBaht } from '../../kernel/rules/money';
import type { exceptionList, readiness } from './schema';

export function presentReadiness(
  backlog: Backlog | null,
  temporalReachable: boolean,
): z.input<typeof readiness> {
  const status = backlog === null ? 'unavailable' : temporalReachable ? 'ok' : 'degraded';
  return {
    status,
    database: backlog === null ? 'unreachable' : 'ok',
    temporal: temporalReachable ? 'ok' : 'unreachable',
    dispatch_backlog:
      backlog === null ? null : { waiting: backlog.waiting, oldest_ms: backlog.oldestMs },
  };
}

export function presentExceptions(
  rows: readonly Exception[],
  limit: number,
): z.input<typeof exceptionList> {
  return { exceptions: rows.map(presentException), limit };
}

function presentException(row: Exception) {
  const { order, callback, resolved } = row;
  return {
    exception_id: row.id,
    kind: row.kind,
    merchant_id: row.merchantId,
    order: order && {
      order_id: order.id,
      kind: order.kind,
      status: order.status,
      amount: satangToBaht(order.amountSatang),
    },
    callback: callback && {
      callback_id: callback.id,
      order_id: callback.namedOrder,
      reported: callback.reported,
      amount: callback.amountSatang === null ? null : satangToBaht(callback.amountSatang),
      transaction_id: callback.transactionId,
    },
    suspended: satangToBaht(row.suspendedSatang),
    resolutions: resolved === null ? [...resolutionsOf(row)] : [],
    waits_for: row.waitsFor,
    opened_at: row.openedAt.toISOString(),
    resolved: resolved && {
      at: resolved.at.toISOString(),
      by: resolved.by,
      as: resolved.resolution,
      reason: resolved.reason,
    },
  };
}
