import { createHash } from 'node:crypto';
import type { BankAccount } from '../../platform/observe/request-subject';
import { refused, unreachable, type Answer, type Unreachable } from './answers';
import type { Sent } from './connector';
import type { Complete, Listed } from './listing';

interface ListedRecipient {
  /** Null for an id without the documented form: it becomes part of a URL. */
  readonly id: string | null;
  /** Identifies the bank account; null for a recipient that the gateway did not create. */
  readonly digest: string | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

interface StoredRecipient {
  readonly id: string;
  readonly isDeleted: boolean;
  /** Transfers to the recipient are accepted. */
  readonly isReady: boolean;
  /** The code for a bank account that the provider rejected; null for others. */
  readonly rejection: string | null;
}

/** About the order that is paid. */
interface RecipientCalls {
  /** Recipients created since a time in Unix milliseconds, oldest first. */
  list(
    since: number,
    orderId: string,
    visit: (recipient: ListedRecipient) => void,
  ): Promise<Listed<unknown> | Complete | Unreachable>;
  fetch(id: string, orderId: string): Promise<Answer<StoredRecipient>>;
  create(account: BankAccount, digest: string, orderId: string): Promise<Answer<StoredRecipient>>;
}

type Recipient =
  | { readonly kind: 'ready'; readonly id: string }
  | Exclude<Sent, { kind: 'accepted' }>;

/**
 * For the trait `payout: 'recipient'`. A new bank account gets a recipient, which the provider has
 * to verify. The provider stores the recipients, each with the digest of its account (decision 32).
 * The process remembers their ids, and reads what was created since before it creates one. Two
 * processes can create two for one account, on which no money depends.
 */
export function createRecipients(calls: RecipientCalls) {
  const known = new Map<string, string>();
  let since = 0;
  function remember({ id, digest, createdAt }: ListedRecipient): void {
    if (digest !== null && id !== null) known.set(digest, id);
    // In order of creation: the next list continues here, also after a failure.
    since = createdAt;
  }
  return async (account: BankAccount, orderId: string): Promise<Recipient> => {
    const { bankCode, accountNumber, accountName } = account;
    const text = JSON.stringify([bankCode, accountNumber, accountName]);
    const digest = createHash('sha256').update(text).digest('hex');
    const walk = known.has(digest) ? null : await calls.list(since, orderId, remember);
    if (walk?.kind === 'unreachable') return walk;
    const id = known.get(digest);
    const isNew = id === undefined;
    const answer = await (isNew
      ? calls.create(account, digest, orderId)
      : calls.fetch(id, orderId));
    // A recipient moves no money: an unknown outcome is as good as none.
    if (answer.kind === 'refused' && isNew) return answer;
    if (answer.kind !== 'ok') return unreachable(answer);
    const { object } = answer;
    if (object.isDeleted) known.delete(digest);
    else known.set(digest, object.id);
    if (object.rejection !== null) {
      return refused(
        'recipient_rejected',
        `The provider rejected the account: ${object.rejection}.`,
      );
    }
    if (object.isReady && !object.isDeleted) return { kind: 'ready', id: object.id };
    return { kind: 'not_ready', reason: 'recipient_not_verified' };
  };
}
