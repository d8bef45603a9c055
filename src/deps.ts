import type { Config } from './config';
import type { AppliedWatch } from './orders/callbacks/store/applied-watch';
import type { Db } from './platform/postgres/connect';
import type { OutboxMessage } from './kernel/outbox/store/messages';
import type { Origin } from './kernel/origin';
import type { Logger } from './platform/observe/log';
import type { Metrics } from './platform/observe/metrics';
import type { RequestTrace, Tracer } from './platform/observe/tracing';
import type { Passwords } from './platform/crypto/passwords';
import type { Vault } from './platform/crypto/vault';
import type { ProviderAccounts, QrProvider } from './providers/connectors/connector';
import type { Sender } from './webhooks/sending/send';
import type { Batched } from './batched';
import type { RequestLog } from './merchants/request-log';
import type { ExchangeLog } from './providers/accounts/exchange-log';

/** Created once per process, at startup. */
export interface Deps {
  readonly db: Db;
  readonly config: Config;
  readonly vault: Vault;
  readonly log: Logger;
  /** Dispatches committed outbox messages to Temporal. Does not block or throw. */
  readonly outbox: { enqueue(messages: readonly OutboxMessage[]): void };
  readonly applied: AppliedWatch;
  readonly batched: Batched;
  readonly sender: Sender;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  readonly passwords: Passwords;
  readonly providers: ProviderAccounts;
  readonly qrProvider: QrProvider;
  readonly requestLog: Pick<RequestLog, 'note'>;
  readonly exchangeLog: Pick<ExchangeLog, 'record'>;
  /** The request of this use case, stored with the objects it creates. */
  readonly origin?: Origin;
  /** The trace of a callback, which continues that of its order; absent when tracing is off. */
  readonly trace?: RequestTrace;
}

/** Without what only a process that serves requests has: a command can act with them. */
export type ActDeps = Pick<Deps, 'config' | 'db' | 'metrics' | 'outbox' | 'providers' | 'vault'>;
