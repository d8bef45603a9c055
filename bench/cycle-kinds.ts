/** Kinds of orders whose whole life is measured. */
export type CycleKind = 'payment' | 'deposit' | 'withdrawal' | 'refund';

/** What a cycle of one kind has that the others have not; the driver turns them all alike. */
export interface Cycle {
  /** The body of order number so-and-so; `about` is an order that has ended, if it needs one. */
  request(number: number, about: string): object;
  /** Where the answer to that names the order. */
  idIn(answer: CreationAnswer): string | undefined;
  /** The field by which the data of its webhook names the order. */
  readonly webhookField: 'refund_id' | 'payment_id' | 'order_id';
  /** The provider is asked to do something before it calls back. */
  readonly asksProvider: boolean;
  /** The kind of orders that these are about; they are made, and ended, beforehand. */
  readonly about: CycleKind | null;
}

/** As much of it as any kind of order needs. */
export interface CreationAnswer {
  readonly refund_id?: string;
  readonly payment_id?: string;
  readonly orderId?: string;
  readonly data?: { readonly orderId?: string };
}

/** Long enough that no expiry comes into a run, whoever sets the deadline. */
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
    asksProvider: false,
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
    asksProvider: false,
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
    asksProvider: true,
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
    asksProvider: true,
    about: 'payment',
  },
};

export const cycleKinds = Object.keys(cycles) as readonly CycleKind[];
