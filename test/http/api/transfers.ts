import { applyPending } from '../../../src/orders/store/apply-transition';
import { findViolations } from '../../../src/reports/store/invariants';
import { until } from '../../support/until';
import { PROVIDER_KEY, untilAdmitted, type Answered, type Api, type Sending } from '../api';

/** Valid requests of the bank-transfer family. */
export const depositRequest = {
  amount: 100,
  userName: 'customer1',
  firstName: 'สมชาย',
  lastName: 'ใจดี',
  bankName: 'ไทยพาณิชย์',
  accountNumber: '123-4-56789-0',
};
export const withdrawalRequest = {
  amount: 100,
  username: 'customer1',
  bankName: 'KBANK',
  accountNumber: '1234567890',
  firstNameTH: 'สมชาย',
  lastNameTH: 'ใจดี',
};

/** A minimal GIF, different for each number. */
export const gif = (number = 0): Buffer =>
  Buffer.concat([Buffer.from('GIF89a', 'latin1'), Buffer.from([1, 0, 1, 0, number, 0, 0, 0x3b])]);

export const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Helpers of the tests of the bank-transfer family. */
export function transfersOf(api: Api) {
  const { db } = api.deps;

  const createDeposit = (request: object = {}, sending?: Sending) =>
    api.post('/deposit/gw', { ...depositRequest, ...request }, sending);
  const createWithdrawal = (request: object = {}, sending?: Sending) =>
    untilAdmitted(() => api.post('/withdraw/gw', { ...withdrawalRequest, ...request }, sending));
  const sendCallback = (
    route: 'deposit' | 'withdraw',
    body: unknown,
    key: string | null = PROVIDER_KEY,
  ): Promise<Answered> => api.post(`/${route}/gw/webhook`, body, { key });

  /** Sends a callback and applies it as the order's workflow does. */
  async function sendAndApply(route: 'deposit' | 'withdraw', body: object): Promise<Answered> {
    const inbox = async () => (await db('callbacks').whereNull('applied_at').pluck('id')).length;
    const answering = sendCallback(route, body);
    let answered = false;
    const ending = answering.finally(() => {
      answered = true;
    });
    await until(async () => answered || (await inbox()) > 0, { describe: 'a stored callback' });
    await applyAll();
    return ending;
  }

  /** Applies every pending callback. */
  async function applyAll(): Promise<void> {
    const waiting = db('callbacks').whereNull('applied_at').distinct().pluck('order_id');
    for (const id of (await waiting) as string[]) await applyPending(db, id);
  }

  return {
    createDeposit,
    createWithdrawal,
    sendCallback,
    sendAndApply,
    applyAll,
    deposit: async (request?: object, sending?: Sending) => {
      const { status, body } = await createDeposit(request, sending);
      expect(status).toBe(201);
      return (body as { data: { orderId: string; url: string; ref: string } }).data;
    },
    withdrawal: async (request?: object, sending?: Sending) => {
      const { status, body } = await createWithdrawal(request, sending);
      expect(status).toBe(201);
      return (body as { orderId: string }).orderId;
    },
    sendSlip: (request: object, sending?: Sending) =>
      api.post('/deposit/gw/upload-slip', request, sending),
    /** The merchant's balance from the API: available and held, in baht. */
    balance: async (sending?: Sending): Promise<readonly [number, number]> => {
      const { status, body } = await api.get('/Thai/v1/balance', sending);
      expect(status).toBe(200);
      const { available, held } = body as { available: number; held: number };
      return [available, held];
    },
    read: async (route: 'deposit' | 'withdraw', orderId: string) => {
      const { status, body } = await api.get(`/${route}/gw/${orderId}`);
      expect(status).toBe(200);
      return body as Readonly<Record<string, unknown>>;
    },
    exceptions: async (orderId: string) =>
      (await db('exceptions')
        .where('order_id', orderId)
        .orderBy('opened_at')
        .pluck('kind')) as string[],
    events: async (orderId: string) =>
      (await db('events').where('order_id', orderId).orderBy('sequence').pluck('name')) as string[],
    suspended: async (orderId: string) =>
      (await db('transfers')
        .where({ order_id: orderId, kind: 'suspend' })
        .orderBy('id')
        .pluck('amount_satang')) as number[],
    expectSound: async (): Promise<void> => {
      expect(await findViolations(db)).toEqual([]);
    },
  };
}

export type Transfers = ReturnType<typeof transfersOf>;
