import type { Installation } from '../installation/installation';
import type { Load } from '../load/load';
import type { Receivers } from '../receivers/receivers';
import type { Recovery } from '../recovery';

export interface Stage {
  readonly installation: Installation;
  readonly receivers: Receivers;
  readonly load: Load;
  readonly recovery: Recovery;
  /** Pending while no other fault may be injected. */
  alone: Promise<void>;
}
