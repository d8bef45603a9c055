import type { Deps } from '../src/application/deps';
import type { KeyedSemaphore } from '../src/lib/keyed-semaphore';
import type { Mailer } from '../src/mail/mailer';
import type { Provider, ProviderAccounts, QrProvider } from '../src/providers/connector';
import type { SlipReader } from '../src/slips/slip-reader';

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
