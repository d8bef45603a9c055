import type { ProviderOutcome } from '../../src/domain/movement';
import type { OrderKind } from '../../src/domain/orders';

/** What a merchant knows of a request that creates: its own side of the story. */
export interface Asked {
  readonly mark: string;
  readonly kind: OrderKind;
  readonly merchantId: string;
  readonly amountSatang: number;
  readonly key: string | null;
  /** Answers of 2xx, with the order that they name. */
  readonly accepted: { readonly orderId: string; readonly body: string }[];
  /** Answers that say no. */
  readonly refused: number[];
  /** Attempts that ended without an answer: each may have happened, all together at most once. */
  silent: number;
}

/** A callback of ours that was answered 201. */
export interface Told {
  readonly orderId: string;
  readonly heard: ProviderOutcome;
  readonly transactionId: string | null;
  readonly amountSatang: number | null;
}

/**
 * Money that the bank moved outside of the sandbox bank's book, because the load says so: the load
 * is the bank here.
 */
export interface NotedMovement {
  readonly direction: 'in' | 'out';
  /** Null where the bank gives none. */
  readonly transactionId: string | null;
  readonly amountSatang: number;
  /** The order that the provider names, whether it exists or not. */
  readonly orderId: string;
  /** Whose money it is; null while nobody knows. */
  readonly merchantId: string | null;
}

/** How operators, who can ask the bank, resolve what was reported of an order. */
export interface Decision {
  readonly merchantId: string;
  /** The status that it has then; null where the order's own story decides that. */
  readonly status: string | null;
  /** What of its money in is its merchant's then. */
  readonly creditedSatang: number;
  /** By exception: its kind, and whether money of it is in suspense. */
  readonly ways: readonly {
    readonly kind: string;
    readonly isSuspended: boolean;
    readonly parts: readonly (readonly [as: string, satang: number])[];
    readonly rest: 'paid_in_full' | 'leave_open' | null;
  }[];
}

/** Something that nobody should have been answered, or not at all. */
export interface Amiss {
  readonly what: string;
  readonly subject: string;
}

/**
 * Everything that was asked and answered, seen from outside. The verdict compares it with what the
 * gateway and the bank hold to be true.
 */
export class Notes {
  readonly asked: Asked[] = [];
  readonly told: Told[] = [];
  /** Payments that their merchant wanted ended, and whether that was answered with 200. */
  readonly ended = new Map<string, boolean>();
  readonly amiss: Amiss[] = [];
  readonly moved: NotedMovement[] = [];
  /** By the order that the provider names. */
  readonly decisions = new Map<string, Decision>();
  readonly counts = { requests: 0, silent: 0, disturbances: 0 };

  ask(asked: Omit<Asked, 'accepted' | 'refused' | 'silent'>): Asked {
    const noted: Asked = { ...asked, accepted: [], refused: [], silent: 0 };
    this.asked.push(noted);
    return noted;
  }

  wrong(what: string, subject: string): void {
    this.amiss.push({ what, subject });
  }
}
