import type { Deps } from '../src/deps';
import type { KeyedSemaphore } from '../src/platform/keyed-semaphore';
import type { Mailer } from '../src/platform/mail/mailer';
import type { Provider, ProviderAccounts, QrProvider } from '../src/providers/connectors/connector';
import type { SlipReader } from '../src/platform/slips/slip-reader';

type Shared = 'db' | 'config' | 'vault' | 'log' | 'sender' | 'outbox' | 'metrics' | 'tracer';

export interface ActivityDeps extends Pick<Deps, Shared> {
  readonly provider: Provider;
  readonly providers: Pick<ProviderAccounts, 'find' | 'routesOf'>;
  readonly qrProvider: Pick<QrProvider, 'closeQr'>;
  readonly slips: SlipReader;
  /** Of this process only. */
  readonly attemptSlots: KeyedSemaphore;
  readonly mailer: Mailer;
}
