import type { Shops } from '../installation/shops';
import type { Recovery } from '../recovery';
import type { Bank } from './bank';
import type { Notes } from './notes';
import type { Answer, Call } from './wire';

/** Where a run takes place: everybody who takes part, and who takes notes. */
export interface Field {
  readonly apiUrl: string;
  readonly providerKey: string;
  /** Whom QR codes name as the receiver. */
  readonly billerId: string;
  readonly shops: Shops;
  readonly bank: Bank;
  readonly notes: Notes;
  readonly recovery: Recovery;
  /** Asks the gateway until it answers, and notes what it should never have answered. */
  readonly ask: (call: Call, heard?: (answer: Answer | null) => void) => Promise<Answer>;
}
