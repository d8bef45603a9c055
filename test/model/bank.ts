import type { Found, Provider, Sent } from '../../src/providers/connectors/connector';
import { foundOne } from '../support/inquiry';
import type { FoundAs, Processing, SentAs } from './commands';

/** Thrown to simulate the death of the worker during a call. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied';
}

const failure = { code: 'account_closed', message: 'The account is closed.' };
const reason = 'planned';

const sent: Readonly<Record<Exclude<SentAs, 'dies'>, Sent>> = {
  accepted: { kind: 'accepted', providerRef: null },
  refused: { kind: 'refused', ...failure },
  unreachable: { kind: 'unreachable', reason },
  unknown: { kind: 'unknown', reason },
};

function found(as: FoundAs, { transactionId, amountSatang }: Moved): Found {
  switch (as) {
    case 'succeeded':
    case 'other amount':
      return foundOne(transactionId, amountSatang);
    case 'failed':
      return { kind: 'failed', ...failure };
    case 'unreachable':
      return { kind: 'unreachable', reason };
    case 'waiting':
    case 'not_found':
      return { kind: as };
  }
}

/** The movement that the provider reports in answer to an inquiry. */
export interface Moved {
  readonly transactionId: string;
  readonly amountSatang: number;
}

/** A provider with predefined answers for one processing of a request. */
export const bankThat = ({ sent: sentAs, found: foundAs }: Processing, moved: Moved): Provider => ({
  async send() {
    if (sentAs === 'dies') throw new WorkerDied();
    return sent[sentAs];
  },
  find: async () => found(foundAs, moved),
  close: async () => undefined,
});
