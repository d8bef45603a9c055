import { parsePayload } from '../../src/kernel/rules/promptpay';
import type { RequestKind } from '../../src/providers/connectors/connector';
import { createBankClient, type BankClient, type Paid, type PayMode } from '../load/bank';
import { bankAccounts, type Accounts } from './accounts';

/** The providers of the merchant with several accounts, as one bank. */
export function createAccountBank(accounts: Accounts): BankClient {
  const { banks, callbackTargets } = accounts;
  const clients = bankAccounts.map((name) =>
    createBankClient(banks[name].bankUrl, callbackTargets[name]),
  );

  /** The bank that has the request; null when none has it. */
  async function holderOf(kind: RequestKind, orderId: string): Promise<BankClient | null> {
    const found = await Promise.all(clients.map((client) => client.find(kind, orderId)));
    return clients[found.findIndex((request) => request !== null)] ?? null;
  }

  return {
    async pay(qrData, mode, key) {
      const qr = parsePayload(qrData);
      const billerId = qr.kind === 'bill_payment' ? qr.billerId : null;
      const bank = clients[bankAccounts.findIndex((name) => banks[name].billerId === billerId)];
      return bank === undefined ? payAtStripe(accounts, qrData, mode) : bank.pay(qrData, mode, key);
    },
    find: async (kind, orderId) => (await holderOf(kind, orderId))?.find(kind, orderId) ?? null,
    decide: async (kind, orderId, outcome) =>
      (await holderOf(kind, orderId))?.decide(kind, orderId, outcome),
    sendWaiting: async (kind, orderId) =>
      (await holderOf(kind, orderId))?.sendWaiting(kind, orderId),
  };
}

/** Stripe takes the amount of the code once, and nothing after it was canceled. */
function payAtStripe({ stripe }: Accounts, qrData: string, mode: PayMode): Paid {
  const intent = [...stripe.intents.values()].find(({ qr }) => qr === qrData);
  if (intent === undefined) throw new Error('the QR code is of no provider');
  const isPaid = mode !== 'decline' && intent.status === 'requires_action';
  if (isPaid) stripe.pay(intent.id);
  const transfers = isPaid ? [{ transactionId: intent.id, amountSatang: intent.amount }] : [];
  // Its callbacks are signed: the load cannot send them.
  return { transfers, at: null };
}
