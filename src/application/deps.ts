import type { Config } from '../config';
import type { AppliedWatch } from '../db/outbox/applied-watch';
import type { Db } from '../db/postgres/connect';
import type { OutboxMessage } from '../db/outbox/messages';
import type { Origin } from '../db/orders/origin';
import type { Logger } from '../lib/log';
import type { Metrics } from '../lib/metrics';
import type { Passwords } from '../lib/passwords';
import type { Vault } from '../lib/vault';
import type { ProviderAccounts } from '../providers/connector';
import type { Sender } from '../webhooks/send';
import type { Batched } from './batched';
import type { RequestLog } from './merchants/request-log';

/** What the verbs of this folder need; made once by a process at its start. */
export interface Deps {
  readonly db: Db;
  readonly config: Config;
  readonly vault: Vault;
  readonly log: Logger;
  /** Tells Temporal of rows that have just been committed. Never waits and never fails. */
  readonly outbox: { enqueue(dispatches: readonly OutboxMessage[]): void };
  readonly applied: AppliedWatch;
  readonly batched: Batched;
  readonly sender: Sender;
  readonly metrics: Metrics;
  readonly passwords: Passwords;
  readonly providers: ProviderAccounts;
  readonly requestLog: Pick<RequestLog, 'note'>;
  /** The request that a verb works for, to be kept with what it creates. */
  readonly origin?: Origin;
}
