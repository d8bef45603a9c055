import { findAttention, type Attention } from '../orders/store/attention';
import { findBalance, type Balance } from '../ledger/store/balances';
import { findFirstSteps, type FirstSteps, type PaidOrder } from '../merchants/store/first-steps';
import type { Merchant } from '../kernel/merchants/store';
import { listMoneyDays } from '../ledger/store/money-days';
import { countOrders } from '../orders/store/order-counts';
import { bangkokDayStart, bangkokDaysUntil } from '../kernel/rules/bangkok-day';
import {
  displayStatusesOf,
  type DisplayStatus,
  type OrderDisplayStatus,
} from '../orders/rules/display-status';
import type { Deps } from '../deps';

export type { FirstSteps, PaidOrder };

/** A day in Bangkok. */
export interface DayOfMoney {
  readonly day: string;
  readonly inSatang: number;
  readonly inCount: number;
  readonly outSatang: number;
  readonly outCount: number;
}

export interface Overview {
  readonly balance: Balance;
  /**
   * The merchant's money is at provider accounts of its own, none of which pays out: the gateway
   * cannot pay it out.
   */
  readonly isElsewhere: boolean;
  /** The last 30 days in Bangkok, including today. */
  readonly days: readonly DayOfMoney[];
  /** Of the payments and deposits created in these days: those paid or declined, and those paid. */
  readonly decided: number;
  readonly paid: number;
  readonly attention: Attention;
  readonly firstSteps: FirstSteps;
}

const DAYS = 30;
const paidStatuses: readonly DisplayStatus[] = ['succeeded', 'refunded'];

const incoming = [...displayStatusesOf('payment'), ...displayStatusesOf('deposit')];
const isPaid = ({ status }: OrderDisplayStatus): boolean => paidStatuses.includes(status);
const paidDisplayed = incoming.filter(isPaid);
/** Without expired ones: nobody may have seen their QR codes. */
const decidedDisplayed = incoming.filter((each) => isPaid(each) || each.status === 'failed');

export async function findOverview(
  { db, providers }: Pick<Deps, 'db' | 'providers'>,
  merchant: Merchant,
  nowMs: number,
): Promise<Overview> {
  const days = bangkokDaysUntil(nowMs, DAYS);
  const [firstDay = ''] = days;
  const span = { from: bangkokDayStart(firstDay) };
  const [balance, moved, decided, paid, attention, firstSteps] = await Promise.all([
    findBalance(db, merchant.id),
    listMoneyDays(db, merchant.id, firstDay),
    countOrders(db, merchant.id, decidedDisplayed, span),
    countOrders(db, merchant.id, paidDisplayed, span),
    findAttention(db, merchant.id),
    findFirstSteps(db, merchant.id, paidDisplayed),
  ]);
  const of = (day: string, direction: 'in' | 'out') =>
    moved.find((each) => each.day === day && each.direction === direction);
  const { candidates } = providers.routesOf(merchant.id);
  return {
    balance,
    isElsewhere:
      candidates.length > 0 &&
      candidates.every(
        ({ account, amounts }) => account.merchantId !== null && amounts.payout === null,
      ),
    decided,
    paid,
    attention,
    firstSteps,
    days: days.map((day) => ({
      day,
      inSatang: of(day, 'in')?.satang ?? 0,
      inCount: of(day, 'in')?.count ?? 0,
      outSatang: of(day, 'out')?.satang ?? 0,
      outCount: of(day, 'out')?.count ?? 0,
    })),
  };
}
