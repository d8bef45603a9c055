import { formatBaht } from '../../kernel/rules/money';
import type { Account, TransferKind } from './ledger';

/*
 * The ledger as a plain-text journal, which hledger and other accounting programs read. A debit is
 * positive: money of merchants is a liability.
 */

export interface JournalEntry {
  /** The day in Bangkok on which the transfer takes effect. */
  readonly day: string;
  readonly kind: TransferKind;
  readonly debit: Account;
  readonly credit: Account;
  readonly amountSatang: number;
  readonly merchantId: string | null;
  readonly orderId: string | null;
  readonly providerAccount: string | null;
}

const nobody = 'nobody';

const names: Readonly<Record<Account, (entry: JournalEntry) => string>> = {
  available: ({ merchantId }) => `liabilities:merchants:${merchantId ?? nobody}:available`,
  held: ({ merchantId }) => `liabilities:merchants:${merchantId ?? nobody}:held`,
  pending: ({ merchantId }) => `liabilities:merchants:${merchantId ?? nobody}:pending`,
  provider_clearing: ({ providerAccount }) => `assets:providers:${providerAccount ?? 'opening'}`,
  suspense: () => 'liabilities:suspense',
  written_off: () => 'expenses:written off',
  fees: () => 'income:fees',
  fees_due: ({ merchantId }) => `assets:fees due:${merchantId ?? nobody}`,
  vat_payable: () => 'liabilities:VAT',
  provider_costs: () => 'expenses:providers',
  fee_rounding: () => 'expenses:rounding of VAT',
};

/** A transaction with two postings, and an empty line. */
export function journalText(entry: JournalEntry): string {
  const { day, kind, debit, credit, amountSatang, orderId } = entry;
  const amount = formatBaht(amountSatang);
  return [
    `${day} ${kind}${orderId === null ? '' : ` | ${orderId}`}`,
    `    ${names[debit](entry)}  THB ${amount}`,
    `    ${names[credit](entry)}  THB -${amount}`,
    '',
  ].join('\n');
}
