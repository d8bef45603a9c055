import type { Accounts } from '../accounts/accounts';
import type { Merchants } from '../installation/merchants';
import type { Operation } from '../plan/operation';
import type { Recovery } from '../recovery';
import type { BankClient } from './bank';
import type { RunLog } from './run-log';
import type { HttpResponse, HttpRequest } from './http';

/** The parties of a run, its log and its measurements. */
export interface RunContext {
  readonly apiUrl: string;
  readonly providerKey: string;
  /** The biller of the QR codes. */
  readonly billerId: string;
  readonly merchants: Merchants;
  /** The platform's provider. */
  readonly bank: BankClient;
  /** The provider accounts of the merchant `routed`, and all of them as one bank. */
  readonly accounts: Accounts;
  readonly accountBank: BankClient;
  readonly log: RunLog;
  readonly recovery: Recovery;
  /** Sends a request with retries, and records unexpected 5xx responses. */
  readonly callGateway: (
    call: HttpRequest,
    onResponse?: (answer: HttpResponse | null) => void,
  ) => Promise<HttpResponse>;
}

/** The bank of the merchant's orders. */
export const bankOf = (
  { bank, accountBank }: RunContext,
  { merchant }: Pick<Operation, 'merchant'>,
): BankClient => (merchant === 'routed' ? accountBank : bank);

/** The bank of an order in the gateway. */
export const bankOfOrder = (
  context: RunContext,
  { merchantId }: { readonly merchantId: string },
): BankClient =>
  merchantId === context.merchants.routed.merchantId ? context.accountBank : context.bank;
