import type { PaymentState } from '../../../domain/orders/payment';
import type { RefundState } from '../../../domain/orders/refund';
import type { TransactionStatus } from '../../../domain/transaction';
import type { WithdrawalState } from '../../../domain/orders/withdrawal';
import type { Language } from '../../kit/language';

/** Status labels; `succeeded` has a label per kind. */
export interface OrdersTexts {
  readonly statuses: {
    readonly payment: Readonly<Record<PaymentState | 'refunded', string>>;
    readonly deposit: Readonly<Record<PaymentState, string>>;
    readonly withdrawal: Readonly<Record<WithdrawalState, string>>;
    readonly refund: Readonly<Record<RefundState, string>>;
    readonly transaction: Readonly<Record<TransactionStatus, string>>;
  };
  readonly late: string;
  /** The payer's account differs from the expected one. */
  readonly otherPayer: string;
  readonly partlyRefunded: (amount: string) => string;
  readonly methods: Readonly<Record<'qr' | 'token', string>>;
}

const paymentEn = { pending: 'Pending', succeeded: 'Paid', failed: 'Failed', expired: 'Expired' };
const paymentTh = {
  pending: 'รอชำระ',
  succeeded: 'ชำระแล้ว',
  failed: 'ไม่สำเร็จ',
  expired: 'หมดเวลา',
};

export const ordersTexts: Readonly<Record<Language, OrdersTexts>> = {
  th: {
    statuses: {
      payment: { ...paymentTh, refunded: 'คืนเงินแล้ว' },
      deposit: paymentTh,
      withdrawal: {
        pending: 'รอดำเนินการ',
        processing: 'กำลังโอน',
        succeeded: 'โอนแล้ว',
        failed: 'ไม่สำเร็จ',
      },
      refund: {
        pending: 'รอดำเนินการ',
        processing: 'กำลังคืนเงิน',
        succeeded: 'คืนเงินแล้ว',
        failed: 'ไม่สำเร็จ',
      },
      transaction: {
        pending: 'รอดำเนินการ',
        succeeded: 'สำเร็จ',
        failed: 'ไม่สำเร็จ',
        refunded: 'คืนเงินแล้ว',
      },
    },
    late: 'ชำระหลังหมดเวลา',
    otherPayer: 'บัญชีผู้ชำระเงินไม่ตรง',
    partlyRefunded: (amount) => `คืนแล้ว ${amount}`,
    methods: { qr: 'Thai QR', token: 'Token' },
  },
  en: {
    statuses: {
      payment: { ...paymentEn, refunded: 'Refunded' },
      deposit: paymentEn,
      withdrawal: {
        pending: 'Pending',
        processing: 'Processing',
        succeeded: 'Sent',
        failed: 'Failed',
      },
      refund: {
        pending: 'Pending',
        processing: 'Processing',
        succeeded: 'Refunded',
        failed: 'Failed',
      },
      transaction: {
        pending: 'Pending',
        succeeded: 'Succeeded',
        failed: 'Failed',
        refunded: 'Refunded',
      },
    },
    late: 'Paid late',
    otherPayer: 'Different payer',
    partlyRefunded: (amount) => `${amount} refunded`,
    methods: { qr: 'Thai QR', token: 'Token' },
  },
};
