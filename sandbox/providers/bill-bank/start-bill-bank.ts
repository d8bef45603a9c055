import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBaht } from '../../../src/kernel/rules/money';
import { QrError } from '../../../src/kernel/rules/tlv';
import {
  BillBank,
  type Biller,
  type BillPayment,
  type PaymentOrder,
  type TakenOrder,
} from './bill-bank';
import { renderBillBank } from './page';

export interface StartedBillBank {
  /** The payer's page. `POST {url}/payments` is the same as an API. */
  readonly url: string;
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 16 * 1024;

/**
 * A bank of payers on a free port. `GET /` is a page on which a payer pays
 * the text of a QR code. `POST /payments` takes `{qrData, amount?, cancel?}` as JSON, the amount in
 * baht as text, and answers the payment; `GET /payments` lists all, newest first.
 */
export async function startBillBank(
  biller: Biller,
  take?: (order: TakenOrder) => void,
): Promise<StartedBillBank> {
  const bank = new BillBank(biller, take);
  const server = createServer((request, response) => {
    serve(bank, request, response).catch((error: unknown) => {
      const isPayers = error instanceof QrError || error instanceof RangeError;
      const text = error instanceof Error ? error.message : String(error);
      if (request.url !== '/pay') return sendJson(response, isPayers ? 422 : 500, { error: text });
      return sendPage(response, isPayers ? 422 : 500, renderBillBank(bank.payments, text));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function serve(
  bank: BillBank,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  switch (`${request.method ?? ''} ${request.url ?? ''}`) {
    case 'GET /':
      return sendPage(response, 200, renderBillBank(bank.payments, null));
    case 'GET /payments':
      return sendJson(response, 200, { payments: bank.payments });
    case 'POST /payments': {
      const body = JSON.parse(await readText(request)) as Readonly<Record<string, unknown>>;
      const payment = await bank.pay(orderOf((name) => body[name]));
      return sendJson(response, statusOf(payment), payment);
    }
    case 'POST /pay': {
      const form = new URLSearchParams(await readText(request));
      const payment = await bank.pay(orderOf((name) => form.get(name)));
      return sendPage(response, statusOf(payment), renderBillBank(bank.payments, null));
    }
    default:
      return sendJson(response, 404, { error: 'not found' });
  }
}

const statusOf = ({ outcome }: BillPayment): number => (outcome === 'refused' ? 422 : 200);

/** Throws RangeError for fields that are no order. */
function orderOf(field: (name: string) => unknown): PaymentOrder {
  const [qrData, amount, cancel] = ['qrData', 'amount', 'cancel'].map(field);
  if (typeof qrData !== 'string') throw new RangeError('qrData is missing');
  const isGiven = typeof amount === 'string' && amount.trim() !== '';
  const amountSatang = isGiven ? readBaht(amount) : null;
  if (isGiven && amountSatang === null) throw new RangeError('the amount is not in baht');
  const isCancelled = cancel === true || cancel === 'yes';
  return { qrData: qrData.trim(), amountSatang, isCancelled };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > BODY_BYTES_MAX) throw new RangeError('the request is too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const sendJson = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const sendPage = (response: ServerResponse, status: number, page: string): void =>
  void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page);
