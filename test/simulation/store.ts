import type { IncomingCallback } from '../../src/orders/rules/callback';
import { changes, type Transfer } from '../../src/ledger/rules/ledger';
import type { KnownMovement } from '../../src/ledger/rules/movement';
import {
  isOpen,
  type OrderKind,
  type OrderState,
  type OrderStep,
} from '../../src/orders/rules/kinds';

/*
 * A model of the database with just what the rules need: rows, locks that end with their owner,
 * atomic transactions and unique indexes.
 */

export interface Row {
  readonly kind: OrderKind;
  readonly amountSatang: number;
  readonly deadlineMs: number | null;
  status: OrderState;
  movements: readonly KnownMovement[];
  readonly steps: OrderStep[];
  /** Written with each announced transition. */
  readonly events: string[];
  /** Payouts only: number of claims, time of the last one, number of denials. */
  claims: number;
  denials: number;
  claimedMs: number | null;
  /** The next action is not due before. */
  lookAtMs: number;
  lockedBy: object | null;
}

export interface Stored {
  readonly order: number;
  readonly callback: IncomingCallback;
  isApplied: boolean;
}

/** One change of a transaction, before its commit. */
export type Effect =
  | { readonly what: 'step'; readonly order: number; readonly step: OrderStep }
  | { readonly what: 'event'; readonly order: number; readonly name: string }
  | {
      readonly what: 'transfer';
      readonly order: number;
      readonly transfer: Transfer;
      readonly callback: number | null;
    }
  | {
      readonly what: 'booked';
      readonly order: number;
      readonly movements: readonly KnownMovement[];
    }
  | { readonly what: 'applied'; readonly callback: number };

/** A rejected transaction, which is rolled back. */
export class Refused extends Error {}

export interface Strictness {
  /** Whether changes lock their row. */
  readonly locks: boolean;
  /** Whether unique indexes exist. */
  readonly indexes: boolean;
}

export class Store {
  readonly rows: Row[] = [];
  readonly inbox: Stored[] = [];
  readonly once = new Set<string>();
  readonly transfers: { readonly order: number; readonly transfer: Transfer }[] = [];
  available = 0;
  held = 0;

  constructor(private readonly strictness: Strictness) {}

  row(order: number): Row {
    const row = this.rows[order];
    if (row === undefined) throw new Error(`there is no order ${order}`);
    return row;
  }

  waiting(order: number): readonly number[] {
    const found: number[] = [];
    for (const [id, stored] of this.inbox.entries()) {
      if (stored.order === order && !stored.isApplied) found.push(id);
    }
    return found;
  }

  /** False while another owner holds the lock. */
  lock(order: number, owner: object): boolean {
    const row = this.row(order);
    if (!this.strictness.locks) return true;
    if (row.lockedBy !== null && row.lockedBy !== owner) return false;
    row.lockedBy = owner;
    return true;
  }

  /** At the end of a transaction or its connection. */
  release(owner: object): void {
    for (const row of this.rows) if (row.lockedBy === owner) row.lockedBy = null;
  }

  /** Applies all effects, or none when one is rejected. */
  commit(effects: readonly Effect[]): void {
    const marks = this.strictness.indexes ? effects.flatMap((effect) => marksOf(effect)) : [];
    if (new Set(marks).size < marks.length || marks.some((mark) => this.once.has(mark))) {
      throw new Refused('a unique index');
    }
    const transfers = effects.flatMap((each) => (each.what === 'transfer' ? [each.transfer] : []));
    const { available, held } = changes(transfers);
    if (this.available + available < 0 || this.held + held < 0) throw new Refused('a balance');
    for (const effect of effects) this.write(effect);
    for (const mark of marks) this.once.add(mark);
    this.available += available;
    this.held += held;
  }

  private write(effect: Effect): void {
    switch (effect.what) {
      case 'step': {
        const row = this.row(effect.order);
        row.status = effect.step.to;
        row.steps.push(effect.step);
        break;
      }
      case 'event':
        this.row(effect.order).events.push(effect.name);
        break;
      case 'transfer':
        this.transfers.push(effect);
        break;
      case 'booked':
        this.row(effect.order).movements = effect.movements;
        break;
      case 'applied': {
        const stored = this.inbox[effect.callback];
        if (stored !== undefined) stored.isApplied = true;
        break;
      }
    }
  }
}

/** The unique keys of an effect, as in the indexes on transfers and callbacks. */
function marksOf(effect: Effect): readonly string[] {
  if (effect.what === 'applied') return [`applied ${effect.callback}`];
  if (effect.what !== 'transfer') return [];
  const { kind } = effect.transfer;
  if (kind === 'suspend') return [`suspend ${effect.callback}`];
  if (kind === 'post' || kind === 'void') return [`release ${effect.order}`];
  return [`${kind} ${effect.order}`];
}

export const isEnded = ({ kind, status }: Row): boolean => !isOpen(kind, status);
