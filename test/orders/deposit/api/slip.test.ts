import { createHash } from 'node:crypto';
import { applyPending } from '../../../../src/orders/store/apply-transition';
import { findStoredSlip, recordSlipRead } from '../../../../src/orders/deposit/store/slips';
import { testMerchant } from '../../../support/gateway';
import { startApi, type Answered, type Api } from '../../../http/api';
import { gif, transfersOf, type Transfers } from '../../../http/api/transfers';

let api: Api;
let shop: Transfers;
beforeEach(async () => {
  api = await startApi();
  shop = transfersOf(api);
});
afterEach(() => shop.expectSound());

const MIB = 1024 * 1024;
const pngOf = (bytes: number): Buffer => {
  const picture = Buffer.alloc(bytes, 1);
  Buffer.from('89504e470d0a1a0a', 'hex').copy(picture);
  return picture;
};
const base64 = (bytes: Buffer): string => bytes.toString('base64');
const slips = (orderId: string) => api.deps.db('slips').where('order_id', orderId);
const outcome = ({ status, code, param }: Answered) => [status, code, param];
const readSlips = async (orderId: string) => (await shop.read('deposit', orderId))['slips'];

describe('201: a slip', () => {
  it('is stored encrypted and answered in the format of the specification', async () => {
    const { orderId, ref } = await shop.deposit();
    const { status, body } = await shop.sendSlip({ orderId, ref, base64Image: base64(gif()) });
    expect([status, body]).toEqual([201, { status: 1001, message: expect.any(String), data: {} }]);
    const [row] = await slips(orderId);
    expect(row).toMatchObject({
      media_type: 'image/gif',
      declared_type: null,
      size_bytes: gif().length,
      ref_matches: true,
      sha256: createHash('sha256').update(gif()).digest(),
    });
    const { imageSealed } = (await findStoredSlip(api.deps.db, row.id)) ?? {};
    expect(imageSealed?.includes('GIF89a')).toBe(false);
    expect(api.deps.vault.openBytes(imageSealed as Buffer, 'slip_images.image')).toEqual(gif());
    const outbox = await api.deps.db('outbox_messages').where({ subject: orderId, topic: 'slip' });
    expect(outbox).toMatchObject([{ detail: { slipId: row.id } }]);
  });

  it('moves no money and changes no status', async () => {
    const { orderId, ref } = await shop.deposit();
    await shop.sendSlip({ orderId, ref, base64Image: base64(gif()) });
    expect(await shop.read('deposit', orderId)).toMatchObject({
      status: 'pending',
      amount_received: 0,
      slips: [{ status: 'received', ref_matches: true, duplicate: false, verification: null }],
    });
    expect(await shop.balance()).toEqual([0, 0]);
  });

  it('extends no deadline before it is read, but for the minute in which it is read', async () => {
    const { orderId, ref } = await shop.deposit();
    const waitsMs = async () => {
      const read = await shop.read('deposit', orderId);
      return Date.parse(String(read['expires_at'])) - Date.parse(String(read['created_at']));
    };
    await shop.sendSlip({ orderId, ref, base64Image: base64(gif(0)) });
    expect(await waitsMs()).toBe(30 * 60_000);
    const soon = { expires_at: new Date(Date.now() + 1_000) };
    await api.deps.db('orders').where('id', orderId).update(soon);
    await shop.sendSlip({ orderId, ref, base64Image: base64(gif(1)) });
    expect(await waitsMs()).toBeGreaterThan(55_000);
    expect(await waitsMs()).toBeLessThan(30 * 60_000);
  });

  it.each([
    ['a data URI', 'data:image/gif;base64,', 'image/gif'],
    ['a data URI in capitals', 'DATA:IMAGE/GIF;BASE64,', 'image/gif'],
    ['a data URI that says another type', 'data:image/jpeg;base64,', 'image/jpeg'],
    ['bare base64', '', null],
  ])('is accepted as %s', async (_name, prefix, declared) => {
    const { orderId, ref } = await shop.deposit();
    const image = `${prefix}${base64(gif())}`;
    expect((await shop.sendSlip({ orderId, ref, base64Image: image })).status).toBe(201);
    expect(await slips(orderId)).toMatchObject([
      { media_type: 'image/gif', declared_type: declared },
    ]);
  });

  it.each([
    ['the id in capitals', (id: string) => id.toUpperCase()],
    ['the id within spaces', (id: string) => ` ${id} `],
  ])('can name its deposit by %s', async (_name, write) => {
    const { orderId, ref } = await shop.deposit();
    const sent = await shop.sendSlip({
      orderId: write(orderId),
      ref,
      base64Image: base64(gif()),
    });
    expect(sent.status).toBe(201);
  });

  it.each([
    ['another', 'ABCDEFGHJKMNPQRSTVWX', false],
    ['none', '', false],
    ['its own in lower case', null, true],
  ])('with %s as its ref is accepted, and the mismatch recorded', async (_name, sent, matches) => {
    const { orderId, ref } = await shop.deposit();
    const body = { orderId, ref: sent ?? ref.toLowerCase(), base64Image: base64(gif()) };
    expect((await shop.sendSlip(body)).status).toBe(201);
    expect(await readSlips(orderId)).toMatchObject([{ ref_matches: matches }]);
  });

  it('repeated byte for byte gets 201 and stores nothing', async () => {
    const { orderId, ref } = await shop.deposit();
    const body = { orderId, ref, base64Image: base64(gif()) };
    const answers = [
      await shop.sendSlip(body),
      await shop.sendSlip({ ...body, base64Image: `data:image/png;base64,${base64(gif())}` }),
      ...(await Promise.all([1, 2, 3].map(() => shop.sendSlip(body)))),
    ];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      answers.map(() => [201, answers[0]?.text]),
    );
    expect(await slips(orderId)).toHaveLength(1);
    const outbox = await api.deps.db('outbox_messages').where({ subject: orderId, topic: 'slip' });
    expect(outbox).toHaveLength(1);
  });

  it.each(['paid', 'expired', 'failed'])('is accepted for a deposit that is %s', async (how) => {
    const { orderId, ref } = await shop.deposit();
    const { db } = api.deps;
    if (how === 'expired') {
      await db('orders')
        .where('id', orderId)
        .update({ expires_at: new Date(0) });
      await applyPending(db, orderId);
    } else {
      const status = how === 'paid' ? 'success' : 'failed';
      await shop.sendAndApply('deposit', { orderId, status });
    }
    const before = await shop.read('deposit', orderId);
    const sent = await shop.sendSlip({ orderId, ref, base64Image: base64(gif()) });
    expect(sent.status).toBe(201);
    expect({ ...(await shop.read('deposit', orderId)), slips: [] }).toEqual(before);
  });

  it('repeated with an idempotency key is replayed and stored once', async () => {
    const { orderId, ref } = await shop.deposit();
    const headers = { 'Idempotency-Key': 'slip-1' };
    const body = { orderId, ref, base64Image: base64(gif()) };
    const first = await shop.sendSlip(body, { headers });
    const again = await shop.sendSlip(body, { headers });
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    const other = await shop.sendSlip({ ...body, base64Image: base64(gif(2)) }, { headers });
    expect([other.status, other.code]).toEqual([409, 'idempotency_key_reused']);
  });
});

describe('a slip of another order', () => {
  const transfer = { sendingBank: '014', transRef: 'TRANS0001' };

  it.each([
    ['the same picture', () => gif(7), 'unreadable', null],
    ['the same transfer', (number: number) => gif(number), 'parsed', transfer],
  ] as const)(
    'is flagged by %s without disclosing another merchant',
    async (_n, at, status, read) => {
      const other = await testMerchant(api.deps.db);
      const theirs = { key: other.apiKey };
      const first = await shop.deposit();
      const second = await shop.deposit();
      const third = await shop.deposit({}, theirs);
      for (const [number, { orderId, ref }] of [first, second, third].entries()) {
        const body = { orderId, ref, base64Image: base64(at(number)) };
        const sent = await shop.sendSlip(body, number === 2 ? theirs : {});
        expect(sent.status).toBe(201);
        const [row] = await slips(orderId);
        await recordSlipRead(api.deps.db, row.id, {
          status,
          transfers: read === null ? [] : [read],
        });
      }
      expect(await readSlips(first.orderId)).toMatchObject([
        { duplicate: false, duplicate_of: null },
      ]);
      expect(await readSlips(second.orderId)).toMatchObject([
        { duplicate: true, duplicate_of: first.orderId },
      ]);
      const { body, text } = await api.get(`/deposit/gw/${third.orderId}`, theirs);
      expect(body).toMatchObject({ slips: [{ duplicate: true, duplicate_of: null }] });
      expect(text).not.toContain(first.orderId);
      expect(await shop.balance()).toEqual([0, 0]);
    },
  );
});

describe('400: a slip', () => {
  it.each([
    ['no orderId', { orderId: undefined }, 'missing_parameter', 'orderId'],
    ['an empty orderId', { orderId: ' ' }, 'missing_parameter', 'orderId'],
    ['orderId null', { orderId: null }, 'invalid_request', 'orderId'],
    ['a number as orderId', { orderId: 17 }, 'invalid_request', 'orderId'],
    ['NUL in orderId', { orderId: 'a\u0000' }, 'invalid_request', 'orderId'],
    ['no ref', { ref: undefined }, 'missing_parameter', 'ref'],
    ['ref null', { ref: null }, 'invalid_request', 'ref'],
    ['a long ref', { ref: 'x'.repeat(101) }, 'invalid_request', 'ref'],
    ['no image', { base64Image: undefined }, 'missing_parameter', 'base64Image'],
    ['image null', { base64Image: null }, 'invalid_request', 'base64Image'],
    ['a list as image', { base64Image: [] }, 'invalid_request', 'base64Image'],
  ])('with %s', async (_name, fault, code, param) => {
    const { orderId, ref } = await shop.deposit();
    const sent = await shop.sendSlip({ orderId, ref, base64Image: base64(gif()), ...fault });
    expect(outcome(sent)).toEqual([400, code, param]);
    expect(sent.body).toMatchObject({ status: 400, data: {} });
    expect(await slips(orderId)).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['a data URI without data', 'data:image/png;base64,'],
    ['text', base64(Buffer.from('not a picture'))],
    ['an SVG', base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['a PDF', base64(Buffer.from('%PDF-1.7'))],
    ['a URL', 'https://example.com/slip.png'],
    ['a data URI of text', `data:image/gif;base64,${base64(Buffer.from('text'))}`],
    ['a data URI that is not base64', `data:image/gif,${base64(gif())}`],
    ['base64 with an incomplete group', `${base64(gif())}A`],
    ['base64 with an invalid character', `!${base64(gif())}`],
    [
      'a data URI inside a data URI',
      `data:image/gif;base64,data:image/gif;base64,${base64(gif())}`,
    ],
  ])('that is %s gets invalid_image', async (_name, image) => {
    const { orderId, ref } = await shop.deposit();
    const sent = await shop.sendSlip({ orderId, ref, base64Image: image });
    expect([sent.status, sent.code]).toEqual([400, 'invalid_image']);
    expect(await slips(orderId)).toEqual([]);
  });

  it('of 4 MiB is accepted, one byte more gets slip_too_large, in either form', async () => {
    for (const prefix of ['', 'data:image/png;base64,']) {
      const { orderId, ref } = await shop.deposit();
      const most = `${prefix}${base64(pngOf(4 * MIB))}`;
      expect((await shop.sendSlip({ orderId, ref, base64Image: most })).status).toBe(201);
      const more = `${prefix}${base64(pngOf(4 * MIB + 1))}`;
      const sent = await shop.sendSlip({ orderId, ref, base64Image: more });
      expect([sent.status, sent.code]).toEqual([400, 'slip_too_large']);
      expect(await slips(orderId)).toHaveLength(1);
    }
  });

  it('beyond the fifth is refused, also concurrently, unless it is a repeat', async () => {
    const { orderId, ref } = await shop.deposit();
    const send = (number: number) =>
      shop.sendSlip({ orderId, ref, base64Image: base64(gif(number)) });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, number) => send(number)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 'too_many_slips')).toHaveLength(5);
    expect(await slips(orderId)).toHaveLength(5);
    const taken = answers.findIndex(({ status }) => status === 201);
    expect((await send(taken)).status).toBe(201);
  });
});

describe('404: a slip for an unknown deposit', () => {
  it.each([
    ['with an unknown id', () => Promise.resolve('00000000-0000-7000-8000-000000000000')],
    ['with a malformed id', () => Promise.resolve('my deposit')],
    [
      "with the id of another merchant's deposit",
      async () => {
        const { apiKey } = await testMerchant(api.deps.db);
        return (await shop.deposit({}, { key: apiKey })).orderId;
      },
    ],
    ['with the id of a payment', async () => (await api.createQrCode()).payment_id],
    ['with the ref in place of the id', async () => (await shop.deposit()).ref],
  ])('%s is checked before the image is parsed', async (_name, find) => {
    const orderId = await find();
    for (const base64Image of [base64(gif()), 'no picture', base64(pngOf(4 * MIB + 1))]) {
      const { status, code } = await shop.sendSlip({ orderId, ref: 'x', base64Image });
      expect([status, code]).toEqual([404, 'order_not_found']);
    }
    expect(await api.deps.db('slips').select('*')).toEqual([]);
  });
});

it('401: a slip without an API key is not read', async () => {
  const { status, code } = await shop.sendSlip({ base64Image: 'x' }, { key: null });
  expect([status, code]).toEqual([401, 'unauthorized']);
});

it('413: a body over the limit of slips', async () => {
  const body = { orderId: 'x', ref: 'x', base64Image: 'A'.repeat(6_100_000) };
  expect(await shop.sendSlip(body)).toMatchObject({ status: 413, code: 'payload_too_large' });
});
