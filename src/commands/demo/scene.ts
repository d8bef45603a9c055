import type { Saphan } from '../../client';
import type { Customer } from './customer';
import type { Teller } from './teller';
import type { Events } from './webhook-listener';

/** Who takes part in the demo: a merchant, what its webhook hears, and its customer. */
export interface Scene {
  readonly saphan: Saphan;
  readonly events: Events;
  readonly customer: Customer;
  readonly tell: Teller;
}
