import type { Found, Provider, Sent } from '../../src/provider/provider';
import type { FoundAs, Look, SentAs } from './commands';

/** What ends the worker that makes a call, at the moment of the call. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied';
}

const failure = { code: 'account_closed', message: 'The account is closed.' };
const reason = 'planned';

const sent: Readonly<Record<Exclude<SentAs, 'dies'>, Sent>> = {
  accepted: { kind: 'accepted' },
  refused: { kind: 'refused', ...failure },
  unreachable: { kind: 'unreachable', reason },
  unknown: { kind: 'unknown', reason },
};

function found(as: FoundAs, amountSatang: number): Found {
  const succeeded = { kind: 'succeeded', transactionId: 'A' } as const;
  switch (as) {
    case 'succeeded':
      return { ...succeeded, amountSatang };
    case 'other sum':
      return { ...succeeded, amountSatang: amountSatang - 1_000 };
    case 'failed':
      return { kind: 'failed', ...failure };
    case 'unreachable':
      return { kind: 'unreachable', reason };
    case 'waiting':
    case 'not_found':
      return { kind: as };
  }
}

/** A provider that answers one look as it is told to. */
export const bankThat = ({ sent: sentAs, found: foundAs }: Look, satang: number): Provider => ({
  async send() {
    if (sentAs === 'dies') throw new WorkerDied();
    return sent[sentAs];
  },
  find: async () => found(foundAs, satang),
  close: async () => undefined,
});
