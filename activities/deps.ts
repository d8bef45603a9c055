import type { Config } from '../src/config';
import type { Db } from '../src/db/postgres/connect';
import type { OutboxMessage } from '../src/db/outbox/messages';
import type { KeyedSemaphore } from '../src/lib/keyed-semaphore';
import type { Logger } from '../src/lib/log';
import type { Metrics } from '../src/lib/metrics';
import type { Tracer } from '../src/lib/tracing';
import type { Vault } from '../src/lib/vault';
import type { Mailer } from '../src/mail/mailer';
import type { Provider, ProviderAccounts, QrProvider } from '../src/providers/connector';
import type { SlipReader } from '../src/slips/slip-reader';
import type { Sender } from '../src/webhooks/send';

export interface ActivityDeps {
  readonly db: Db;
  readonly config: Config;
  readonly vault: Vault;
  readonly log: Logger;
  readonly sender: Sender;
  readonly provider: Provider;
  readonly providers: Pick<ProviderAccounts, 'find' | 'routesOf'>;
  readonly qrProvider: Pick<QrProvider, 'closeQr'>;
  readonly slips: SlipReader;
  readonly outbox: { enqueue(messages: readonly OutboxMessage[]): void };
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  /** Of this process only. */
  readonly attemptSlots: KeyedSemaphore;
  readonly mailer: Mailer;
}
