import type { Saphan } from '../../client/src';
import type { Clerk, Customer } from './bank-people';
import type { Teller } from './teller';
import type { Events } from './webhook-listener';

/** Who takes part: a merchant, what its webhook hears, its customer, and somebody at the bank. */
export interface Scene {
  readonly saphan: Saphan;
  readonly events: Events;
  readonly customer: Customer;
  readonly clerk: Clerk;
  readonly tell: Teller;
}
