/** The kinds of orders whose cycle is measured. */
export type CycleKind = 'payment' | 'deposit' | 'withdrawal' | 'refund';

/** The differences between the kinds of cycles. */
export interface Cycle {
  /** The body of an order by number. `about` is a terminal order, for refunds. */
  request(number: number, about: string): object;
  /** The field of the order id in the response. */
  idIn(answer: CreationAnswer): string | undefined;
  /** The field of the order id in the webhook's data. */
  readonly webhookField: 'refund_id' | 'payment_id' | 'order_id';
  /** The provider receives a request before the callback. */
  readonly callsProvider: boolean;
  /** The kind of the referenced orders, which are completed beforehand. */
  readonly about: CycleKind | null;
}

/** The fields of a response that can contain the id of the created order. */
export interface CreationAnswer {
  readonly refund_id?: string;
  readonly payment_id?: string;
  readonly orderId?: string;
  readonly data?: { readonly orderId?: string };
}

/** Long enough that no order expires during a run. */
const EXPIRY_MINUTES = 60;

const customerAccount = { bankName: 'KBANK', accountNumber: '123-4-56789-0' };

export const cycles: Readonly<Record<CycleKind, Cycle>> = {
  payment: {
    request: (number) => ({
      amount: 150,
      currency: 'THB',
      reference: `ORDER-${number}`,
      expiry_minutes: EXPIRY_MINUTES,
      metadata: { cart: `cart-${number}`, channel: 'web' },
    }),
    idIn: ({ payment_id: id }) => id,
    webhookField: 'payment_id',
    callsProvider: false,
    about: null,
  },
  deposit: {
    request: (number) => ({
      amount: 150,
      userName: `customer-${number}`,
      firstName: 'Somchai',
      lastName: 'Jaidee',
      ...customerAccount,
    }),
    idIn: ({ data }) => data?.orderId,
    webhookField: 'payment_id',
    callsProvider: false,
    about: null,
  },
  withdrawal: {
    request: (number) => ({
      amount: 150,
      username: `customer-${number}`,
      firstNameTH: 'สมชาย',
      lastNameTH: 'ใจดี',
      ...customerAccount,
    }),
    idIn: ({ orderId }) => orderId,
    webhookField: 'order_id',
    callsProvider: true,
    about: null,
  },
  refund: {
    request: (_number, paymentId) => ({
      payment_id: paymentId,
      destination: {
        bank_name: customerAccount.bankName,
        account_number: customerAccount.accountNumber,
        account_name: 'Somchai Jaidee',
      },
    }),
    idIn: ({ refund_id: id }) => id,
    webhookField: 'refund_id',
    callsProvider: true,
    about: 'payment',
  },
};

export const cycleKinds = Object.keys(cycles) as readonly CycleKind[];
