import { findLastChecks, type CheckKind, type CheckRun } from './store/check-runs';
import { countOpenExceptions, type ExceptionCount } from '../exceptions/store/exceptions';
import {
  listFailingWebhooks,
  listStuckOrders,
  measureWork,
  type FailingWebhook,
  type StuckOrder,
  type Waiting,
  type WorkName,
} from '../platform/postgres/health';
import type { Deps } from '../deps';

export type { CheckKind, CheckRun, ExceptionCount, FailingWebhook, StuckOrder, Waiting, WorkName };

export interface Health {
  readonly work: ReadonlyMap<WorkName, Waiting>;
  readonly exceptions: readonly ExceptionCount[];
  readonly stuck: readonly StuckOrder[];
  readonly webhooks: readonly FailingWebhook[];
  readonly checks: ReadonlyMap<CheckKind, CheckRun>;
}

const SHOWN = 10;

export async function measureHealth({ db }: Pick<Deps, 'db'>): Promise<Health> {
  const [work, exceptions, stuck, webhooks, checks] = await Promise.all([
    measureWork(db),
    countOpenExceptions(db),
    listStuckOrders(db, SHOWN),
    listFailingWebhooks(db, SHOWN),
    findLastChecks(db),
  ]);
  return { work, exceptions, stuck, webhooks, checks };
}
