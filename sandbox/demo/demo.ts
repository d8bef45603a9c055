import type { Saphan } from '../../client/src';
import type { Customer } from './bank-people';
import type { Output } from './output';
import type { Events } from './webhook-listener';

/** The parties of the demo and its output. */
export interface Demo {
  readonly saphan: Saphan;
  readonly events: Events;
  readonly customer: Customer;
  readonly output: Output;
}
