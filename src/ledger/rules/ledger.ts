/**
 * The double-entry ledger. A transfer moves a positive amount from one account to another, so
 * unbalanced postings cannot be represented. `migrate` writes accounts and kinds into
 * `ledger_accounts` and `transfer_kinds`, which the rows of `transfers` reference.
 */

interface Text {
  readonly en: string;
  readonly th: string;
}

/** Merchants and operators see different names of a transfer. */
interface Texts {
  readonly merchant: Text;
  readonly operator: Text;
}

/** The names that people see. */
export const ledgerAccounts = {
  available: { en: "The merchant's available balance", th: 'ยอดใช้ได้ของร้าน' },
  held: { en: "The merchant's held balance", th: 'ยอดกันไว้ของร้าน' },
  pending: { en: "The merchant's pending balance", th: 'ยอดรอครบกำหนดของร้าน' },
  provider_clearing: { en: 'Our account at the provider', th: 'บัญชีของเราที่ผู้ให้บริการ' },
  suspense: { en: 'Suspense', th: 'บัญชีพัก' },
  written_off: { en: 'Written off', th: 'ตัดจำหน่าย' },
  fees: { en: 'Fees earned', th: 'รายได้ค่าธรรมเนียม' },
  vat_payable: { en: 'VAT payable', th: 'ภาษีมูลค่าเพิ่มค้างจ่าย' },
  fee_rounding: { en: 'Rounding of VAT', th: 'ส่วนต่างปัดเศษภาษี' },
  provider_costs: { en: 'Costs of providers', th: 'ต้นทุนของผู้ให้บริการ' },
  fees_due: { en: 'Fees owed by merchants', th: 'ค่าธรรมเนียมค้างรับ' },
} as const satisfies Readonly<Record<string, Text>>;
export type Account = keyof typeof ledgerAccounts;

/** The rows that a transfer must reference. */
export type Origin = 'order' | 'callback' | 'exception';

interface Posting {
  /** Is debited. */
  readonly from: Account;
  /** Is credited. */
  readonly to: Account;
  /**
   * From or to the outside of the gateway, in the merchant's sums by day. A correction (`undo_…`)
   * is subtracted from what it reverses.
   */
  readonly direction: 'in' | 'out' | null;
  readonly texts: Texts;
}

export interface TransferDefinition extends Posting {
  readonly needs: readonly Origin[];
  /** It takes effect when its money moved, and not when it is posted. */
  readonly isOfMovement: boolean;
}

const ownKinds = {
  /** An order's money is credited to the merchant. */
  receive: {
    from: 'provider_clearing',
    to: 'available',
    direction: 'in',
    needs: ['order', 'callback'],
    isOfMovement: true,
    texts: {
      merchant: { en: 'Credited to your balance', th: 'เข้ายอดเงินของร้าน' },
      operator: { en: 'Credited', th: 'เข้ายอดของร้าน' },
    },
  },
  /** Money that no order explains, for an operator to assign. */
  suspend: {
    from: 'provider_clearing',
    to: 'suspense',
    direction: null,
    needs: ['callback'],
    isOfMovement: true,
    texts: {
      merchant: { en: 'Held for review', th: 'พักไว้ระหว่างการตรวจสอบ' },
      operator: { en: 'Moved to suspense', th: 'เข้าบัญชีพัก' },
    },
  },
  /** Test balance of a sandbox merchant. */
  opening: {
    from: 'provider_clearing',
    to: 'available',
    direction: null,
    needs: [],
    isOfMovement: false,
    texts: {
      merchant: { en: 'Opening balance', th: 'ยอดเริ่มต้น' },
      operator: { en: 'Opening balance', th: 'ยอดเริ่มต้น' },
    },
  },
  /** A payout's amount is reserved. */
  hold: {
    from: 'available',
    to: 'held',
    direction: null,
    needs: ['order'],
    isOfMovement: false,
    texts: {
      merchant: { en: 'Held from your balance', th: 'กันไว้จากยอดเงินของร้าน' },
      operator: { en: 'Held', th: 'กันไว้' },
    },
  },
  /** The held money has left. */
  post: {
    from: 'held',
    to: 'provider_clearing',
    direction: 'out',
    needs: ['order'],
    isOfMovement: true,
    texts: {
      merchant: { en: 'Paid out of your held balance', th: 'จ่ายออกจากยอดที่กันไว้' },
      operator: { en: 'Paid out', th: 'จ่ายออก' },
    },
  },
  /** The held money is available again. */
  void: {
    from: 'held',
    to: 'available',
    direction: null,
    needs: ['order'],
    isOfMovement: false,
    texts: {
      merchant: { en: 'Released to your available balance', th: 'คืนเข้ายอดที่ใช้ได้ของร้าน' },
      operator: { en: 'Released', th: 'คืนยอดที่กันไว้' },
    },
  },
} as const satisfies Readonly<Record<string, TransferDefinition>>;

const alike = (en: string, th: string): Texts => ({ merchant: { en, th }, operator: { en, th } });

/** Of an order's price (fees/rules). Fees of money that is not with us are owed: `…_due`. */
const feeKinds = {
  /** The fee of a payout and its VAT are reserved until it ends. */
  hold_fee: {
    from: 'available',
    to: 'held',
    texts: alike('Fee held', 'กันค่าธรรมเนียมไว้'),
  },
  release_fee: {
    from: 'held',
    to: 'available',
    texts: alike('Held fee released', 'คืนค่าธรรมเนียมที่กันไว้'),
  },
  fee: { from: 'available', to: 'fees', texts: alike('Fee', 'ค่าธรรมเนียม') },
  fee_vat: {
    from: 'available',
    to: 'vat_payable',
    texts: alike('VAT on the fee', 'ภาษีมูลค่าเพิ่มของค่าธรรมเนียม'),
  },
  fee_return: {
    from: 'fees',
    to: 'available',
    texts: alike('Fee returned', 'คืนค่าธรรมเนียม'),
  },
  fee_vat_return: {
    from: 'vat_payable',
    to: 'available',
    texts: alike('VAT on the fee returned', 'คืนภาษีมูลค่าเพิ่มของค่าธรรมเนียม'),
  },
  fee_due: { from: 'fees_due', to: 'fees', texts: alike('Fee owed', 'ค่าธรรมเนียมค้างชำระ') },
  fee_vat_due: {
    from: 'fees_due',
    to: 'vat_payable',
    texts: alike('VAT on the fee owed', 'ภาษีมูลค่าเพิ่มค้างชำระ'),
  },
  fee_due_return: {
    from: 'fees',
    to: 'fees_due',
    texts: alike('Fee owed no longer', 'ยกเลิกค่าธรรมเนียมค้างชำระ'),
  },
  fee_vat_due_return: {
    from: 'vat_payable',
    to: 'fees_due',
    texts: alike('VAT owed no longer', 'ยกเลิกภาษีมูลค่าเพิ่มค้างชำระ'),
  },
} as const satisfies Readonly<Record<string, Pick<Posting, 'from' | 'to' | 'texts'>>>;

export type FeeKind = keyof typeof feeKinds;

/** Of an order's money that its merchant may not use yet (src/maturity). */
const pendingKinds = {
  /** What is credited waits for its bank days. */
  defer: {
    from: 'available',
    to: 'pending',
    texts: alike('Pending until it matures', 'รอครบกำหนด'),
  },
  /** A refund, a correction or a charge-back takes what is pending of its payment. */
  recall: {
    from: 'pending',
    to: 'available',
    texts: alike('Taken from the pending balance', 'หักจากยอดรอครบกำหนด'),
  },
  /** The refund has failed, or the charge-back was corrected. */
  defer_again: {
    from: 'available',
    to: 'pending',
    texts: alike('Pending again', 'กลับไปรอครบกำหนด'),
  },
} as const satisfies Readonly<Record<string, Pick<Posting, 'from' | 'to' | 'texts'>>>;

export type PendingKind = keyof typeof pendingKinds;

const ofOrders = Object.entries({ ...feeKinds, ...pendingKinds }).map(([kind, posting]) => [
  kind,
  // What is reserved and released moves no money: it takes effect at once.
  { ...posting, direction: null, needs: ['order'], isOfMovement: !kind.endsWith('_fee') },
]);

const ofNoOrder = { needs: [], direction: null, isOfMovement: false } as const;

/** Of a merchant and a day whose bank days are over. */
const dayKinds = {
  mature: {
    from: 'pending',
    to: 'available',
    ...ofNoOrder,
    texts: alike('Matured: available from now on', 'ครบกำหนด ใช้ได้แล้ว'),
  },
} as const satisfies Readonly<Record<string, TransferDefinition>>;

/** Of a month and a merchant: the VAT of the sum of its fees differs from the sum of the lines. */
const vatKinds = {
  vat_true_up: {
    from: 'fee_rounding',
    to: 'vat_payable',
    ...ofNoOrder,
    texts: alike('VAT of the month, rounded up', 'ปัดเศษภาษีของเดือน (เพิ่ม)'),
  },
  vat_true_down: {
    from: 'vat_payable',
    to: 'fee_rounding',
    ...ofNoOrder,
    texts: alike('VAT of the month, rounded down', 'ปัดเศษภาษีของเดือน (ลด)'),
  },
} as const satisfies Readonly<Record<string, TransferDefinition>>;

/** Of a day and an account of the platform: what its provider keeps of movements. */
const costKinds = {
  provider_cost: {
    from: 'provider_costs',
    to: 'provider_clearing',
    ...ofNoOrder,
    texts: alike('Cost of the provider', 'ต้นทุนของผู้ให้บริการ'),
  },
  /** The movement did not take place. */
  provider_cost_return: {
    from: 'provider_clearing',
    to: 'provider_costs',
    ...ofNoOrder,
    texts: alike('Cost of the provider, returned', 'คืนต้นทุนของผู้ให้บริการ'),
  },
} as const satisfies Readonly<Record<string, TransferDefinition>>;

/** By resolutions (exception.ts). */
const postings = {
  /** Suspended money is credited to the merchant. */
  accept: {
    from: 'suspense',
    to: 'available',
    direction: 'in',
    texts: {
      merchant: { en: 'Credited to your balance after review', th: 'เงินที่พักไว้เข้ายอดของร้าน' },
      operator: { en: 'Credited from suspense', th: 'เข้ายอดของร้านจากบัญชีพัก' },
    },
    undo: {
      merchant: {
        en: 'Correction: credit after review reversed',
        th: 'แก้ไข: หักเงินที่เข้ายอดหลังตรวจสอบคืน',
      },
      operator: { en: 'Correction: credit from suspense', th: 'แก้ไข: เข้ายอดของร้านจากบัญชีพัก' },
    },
  },
  /** Suspended money was returned to its payer. */
  return: {
    from: 'suspense',
    to: 'provider_clearing',
    direction: null,
    texts: {
      merchant: { en: 'Returned to the payer after review', th: 'คืนเงินที่พักไว้ให้ผู้ชำระเงิน' },
      operator: { en: 'Returned to the payer', th: 'คืนผู้ชำระเงิน' },
    },
    undo: {
      merchant: {
        en: 'Correction: return to the payer reversed',
        th: 'แก้ไข: ยกเลิกการคืนเงินให้ผู้ชำระเงิน',
      },
      operator: { en: 'Correction: return', th: 'แก้ไข: คืนผู้ชำระเงิน' },
    },
  },
  /** Suspended money has no known owner. */
  write_off: {
    from: 'suspense',
    to: 'written_off',
    direction: null,
    texts: {
      merchant: { en: 'Written off after review', th: 'ตัดจำหน่ายเงินที่พักไว้' },
      operator: { en: 'Written off', th: 'ตัดจำหน่าย' },
    },
    undo: {
      merchant: { en: 'Correction: write-off reversed', th: 'แก้ไข: ยกเลิกการตัดจำหน่าย' },
      operator: { en: 'Correction: write-off', th: 'แก้ไข: ตัดจำหน่าย' },
    },
  },
  /** Suspended money of an unknown order is assigned to an order or a merchant. */
  assign: {
    from: 'suspense',
    to: 'provider_clearing',
    direction: null,
    texts: {
      merchant: { en: 'Unidentified money assigned', th: 'จัดสรรเงินที่ไม่ทราบรายการ' },
      operator: { en: 'Assigned by an operator', th: 'ผู้ดูแลจัดสรร' },
    },
    undo: {
      merchant: { en: 'Correction: assignment reversed', th: 'แก้ไข: ยกเลิกการจัดสรรเงิน' },
      operator: { en: 'Correction: assignment', th: 'แก้ไข: จัดสรร' },
    },
  },
  /** Money that came in, or came back, is credited to the merchant. */
  credit: {
    from: 'provider_clearing',
    to: 'available',
    direction: 'in',
    texts: {
      merchant: {
        en: 'Incoming or returned money credited to your balance',
        th: 'เงินที่เข้ามาหรือกลับมา เข้ายอดเงินของร้าน',
      },
      operator: { en: 'Credited by an operator', th: 'ผู้ดูแลเพิ่มยอดให้ร้าน' },
    },
    undo: {
      merchant: { en: 'Correction: credit reversed', th: 'แก้ไข: หักเงินที่เข้ายอดคืน' },
      operator: { en: 'Correction: credit', th: 'แก้ไข: เพิ่มยอดให้ร้าน' },
    },
  },
  /** Money that left is the merchant's loss. */
  charge: {
    from: 'available',
    to: 'provider_clearing',
    direction: 'out',
    texts: {
      merchant: {
        en: 'Payout was sent after all: charged to your balance',
        th: 'โอนออกไปแล้ว หักจากยอดเงินของร้าน',
      },
      operator: { en: 'Charged by an operator', th: 'ผู้ดูแลหักจากร้าน' },
    },
    undo: {
      merchant: { en: 'Correction: charge reversed', th: 'แก้ไข: คืนเงินที่หักเข้ายอดเงินของร้าน' },
      operator: { en: 'Correction: charge', th: 'แก้ไข: หักจากร้าน' },
    },
  },
  /** Money that left is the gateway's loss. */
  absorb: {
    from: 'written_off',
    to: 'provider_clearing',
    direction: null,
    texts: {
      merchant: {
        en: 'Payout was sent after all: loss covered by us',
        th: 'โอนออกไปแล้ว เรารับภาระเอง',
      },
      operator: { en: 'Loss absorbed', th: 'เรารับภาระเอง' },
    },
    undo: {
      merchant: { en: 'Correction: covered loss reversed', th: 'แก้ไข: ยกเลิกส่วนที่เรารับภาระ' },
      operator: { en: 'Correction: absorbed loss', th: 'แก้ไข: เรารับภาระเอง' },
    },
  },
  /** Money that the bank took back after its return to the payer is the gateway's loss. */
  lose: {
    from: 'written_off',
    to: 'provider_clearing',
    direction: null,
    texts: {
      merchant: {
        en: 'Taken back after it was returned: loss covered by us',
        th: 'ธนาคารเรียกเงินคืนหลังจากคืนผู้ชำระเงินแล้ว เรารับภาระเอง',
      },
      operator: { en: 'Returned money taken back', th: 'ธนาคารเรียกเงินที่คืนไปแล้ว' },
    },
    undo: {
      merchant: { en: 'Correction: covered loss reversed', th: 'แก้ไข: ยกเลิกส่วนที่เรารับภาระ' },
      operator: {
        en: 'Correction: returned money taken back',
        th: 'แก้ไข: ธนาคารเรียกเงินที่คืนไปแล้ว',
      },
    },
  },
} as const satisfies Readonly<Record<string, Posting & { readonly undo: Texts }>>;

export type PostingKind = keyof typeof postings;
/** `undo_`: a correction reverses a posting of an earlier resolution. */
export type ResolutionKind = PostingKind | `undo_${PostingKind}`;
export type TransferKind =
  | keyof typeof ownKinds
  | FeeKind
  | PendingKind
  | keyof typeof dayKinds
  | keyof typeof vatKinds
  | keyof typeof costKinds
  | ResolutionKind;

const resolved = Object.entries(postings).flatMap(([kind, { undo, ...posting }]) => {
  const { from: to, to: from } = posting;
  const needs = ['exception'] as const;
  return [
    [kind, { ...posting, needs, isOfMovement: true }],
    [`undo_${kind}`, { from, to, direction: null, needs, isOfMovement: false, texts: undo }],
  ];
});

export const transferKinds: Readonly<Record<TransferKind, TransferDefinition>> = {
  ...ownKinds,
  ...vatKinds,
  ...dayKinds,
  ...costKinds,
  ...(Object.fromEntries(ofOrders) as Readonly<Record<FeeKind | PendingKind, TransferDefinition>>),
  ...(Object.fromEntries(resolved) as Readonly<Record<ResolutionKind, TransferDefinition>>),
};
export const kindsOfTransfers = Object.keys(transferKinds) as readonly TransferKind[];

export const feeKindNames = Object.keys(feeKinds) as readonly FeeKind[];
const isFeeKind = (kind: TransferKind): kind is FeeKind => Object.hasOwn(feeKinds, kind);
export const pendingKindNames = Object.keys(pendingKinds) as readonly PendingKind[];
/** Of the order itself, and no part of a resolution that caused it. */
export const isOfOrder = (kind: TransferKind): boolean =>
  isFeeKind(kind) || Object.hasOwn(pendingKinds, kind);

export const kindsWith = (direction: 'in' | 'out'): readonly TransferKind[] =>
  kindsOfTransfers.filter((kind) => transferKinds[kind].direction === direction);

/** Money that became known for one day in Bangkok, under one rule. */
export interface Lot {
  readonly day: string;
  /** The number of bank days until it matures. */
  readonly days: number;
}

export interface Transfer {
  readonly kind: TransferKind;
  readonly amountSatang: number;
  /** Of a transfer to or from the pending balance. */
  readonly lot?: Lot;
}

/** Debits are negative. The changes sum to zero. */
export function changes(transfers: readonly Transfer[]): Record<Account, number> {
  const sums = Object.fromEntries(
    Object.keys(ledgerAccounts).map((account) => [account, 0]),
  ) as Record<Account, number>;
  for (const { kind, amountSatang } of transfers) {
    if (!Number.isSafeInteger(amountSatang) || amountSatang <= 0) {
      throw new RangeError(`a transfer moves a positive amount, not ${amountSatang}`);
    }
    sums[transferKinds[kind].from] -= amountSatang;
    sums[transferKinds[kind].to] += amountSatang;
  }
  return sums;
}
