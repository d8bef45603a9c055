import type { Merchants } from '../installation/merchants';
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
  readonly bank: BankClient;
  readonly log: RunLog;
  readonly recovery: Recovery;
  /** Sends a request with retries, and records unexpected 5xx responses. */
  readonly callGateway: (
    call: HttpRequest,
    onResponse?: (answer: HttpResponse | null) => void,
  ) => Promise<HttpResponse>;
}
