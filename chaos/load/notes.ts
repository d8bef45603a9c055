import type { Heard } from '../../src/domain/callback';
import type { OrderKind } from '../../src/domain/order';

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
  readonly heard: Heard;
  readonly transactionId: string | null;
  readonly amountSatang: number | null;
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
