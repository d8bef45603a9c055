import type { Config } from '../src/config';
import type { Db } from '../src/db/postgres/connect';
import type { OutboxMessage } from '../src/db/outbox/messages';
import type { KeyedSemaphore } from '../src/lib/keyed-semaphore';
import type { Logger } from '../src/lib/log';
import type { Metrics } from '../src/lib/metrics';
import type { Vault } from '../src/lib/vault';
import type { Mailer } from '../src/mail/mailer';
import type { Provider } from '../src/providers/connector';
import type { SlipVerifier } from '../src/providers/slip-verifier';
import type { SlipReader } from '../src/slips/slip-reader';
import type { Sender } from '../src/webhooks/send';

/** The dependencies of all activities. */
export interface ActivityDeps {
  readonly db: Db;
  readonly config: Config;
  readonly vault: Vault;
  readonly log: Logger;
  readonly sender: Sender;
  readonly provider: Provider;
  readonly slips: SlipReader;
  readonly slipVerifier: SlipVerifier;
  readonly outbox: { enqueue(dispatches: readonly OutboxMessage[]): void };
  readonly metrics: Metrics;
  /** The concurrent attempts of this process, by webhook. */
  readonly attemptSlots: KeyedSemaphore;
  readonly mailer: Mailer;
}
