import { findLastChecks } from '../../db/ledger/check-runs';
import type { CheckKind, CheckRun } from '../../db/ledger/check-runs';
import { countOpenExceptions } from '../../db/ledger/exceptions';
import type { ExceptionCount } from '../../db/ledger/exceptions';
import { listFailingWebhooks, listStuckOrders, measureWork } from '../../db/postgres/health';
import type { FailingWebhook, StuckOrder, Waiting, WorkName } from '../../db/postgres/health';
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
