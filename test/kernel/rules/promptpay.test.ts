import { fc } from '../../support/property';
import promptpayJs from 'promptpay-js';
import { decimalBahtToSatang, formatBaht } from '../../../src/kernel/rules/money';
import {
  encodeBillPayment,
  encodeCreditTransfer,
  parsePayload,
  type BillPayment,
  type CreditTransfer,
  type PointOfInitiation,
} from '../../../src/kernel/rules/promptpay';
import { crc16, QrError, seal, writeField } from '../../../src/kernel/rules/tlv';
import vectors from '../../vectors/promptpay.json';

interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly input: BillPayment & CreditTransfer & { readonly amount?: string };
  readonly payload: string;
  readonly otherFieldOrders?: readonly { readonly payload: string }[];
}
const cases = vectors.vectors as unknown as readonly Vector[];

function satangOf({ input: { amount } }: Vector): number | null {
  return amount === undefined ? null : decimalBahtToSatang(Number(amount));
}

function encodeVector(vector: Vector): string {
  const amountSatang = satangOf(vector);
  const input = { ...vector.input, ...(amountSatang === null ? {} : { amountSatang }) };
  return vector.kind === 'bill_payment' ? encodeBillPayment(input) : encodeCreditTransfer(input);
}

function expectedOf(vector: Vector): unknown {
  const { billerId, ref1, ref2 = null, ref3 = null, proxyType, proxy } = vector.input;
  const isBill = vector.kind === 'bill_payment';
  return {
    kind: vector.kind,
    ...(isBill ? { billerId, ref1, ref2, ref3 } : { proxyType, proxy }),
    pointOfInitiation: vector.input.pointOfInitiation,
    amountSatang: satangOf(vector),
    currency: '764',
    country: 'TH',
  };
}

/** The code of the QrError that `work` throws. Any other outcome fails the test. */
function refusalOf(work: () => unknown): string {
  try {
    return `accepted: ${JSON.stringify(work())}`;
  } catch (error) {
    if (error instanceof QrError) return error.code;
    throw error;
  }
}

const billAccount = '0016A00000067701011201150123456789012000202A1';

/** An encoded payment of 1.00 baht with some fields replaced (null: omitted). */
function payment(replaced: Record<string, string | null> = {}): string {
  const fields = {
    '00': '01',
    '30': billAccount,
    '53': '764',
    '54': '1.00',
    '58': 'TH',
    ...replaced,
  };
  const text = Object.entries(fields)
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .map(([id, value]) => (value === null ? '' : writeField(id, value)));
  return seal(text.join(''), '63');
}

const ref = fc.stringMatching(/^[A-Z0-9]{1,20}$/);
const billPayments: fc.Arbitrary<BillPayment> = fc.record(
  {
    billerId: fc.stringMatching(/^\d{15}$/),
    ref1: ref,
    ref2: ref,
    ref3: ref,
    merchantName: fc.stringMatching(/^[0-9A-Z $%*+\-./:]{1,25}$/),
    amountSatang: fc.integer({ min: 1, max: 999_999_999_999 }),
    pointOfInitiation: fc.constantFrom<PointOfInitiation[]>('11', '12'),
  },
  { requiredKeys: ['billerId', 'ref1'] },
);

describe('the checksum', () => {
  test.each(vectors.crcVectors)('of "$data" is $crc', ({ data, crc }) => {
    expect(crc16(data)).toBe(Number.parseInt(crc, 16));
  });

  test('is computed over UTF-8 bytes, as the published sample with Chinese text shows', () => {
    const sample = vectors.published.find(({ source }) => source.startsWith('EMVCo'));
    expect(sample?.payload.slice(-4)).toBe('A13A');
    expect(crc16(sample?.payload.slice(0, -4) ?? '')).toBe(0xa13a);
    expect(crc16('éไ🏦')).toBe(0x1f09);
  });
});

describe('encoding', () => {
  test.each(cases)('$id is encoded byte for byte', (vector) => {
    expect(encodeVector(vector)).toBe(vector.payload);
  });

  test.each(vectors.rejectOnEncode)('$id is refused as $reason', ({ input, reason }) => {
    const { satang, ...rest } = input;
    const amount = satang === undefined ? {} : { amountSatang: Number(satang) };
    expect(refusalOf(() => encodeBillPayment({ ...rest, ...amount }))).toBe(reason);
  });

  test.each([
    ['a part of a satang', { amountSatang: 0.5 }, 'amount'],
    ['a negative amount', { amountSatang: -100 }, 'amount'],
    ['no number', { amountSatang: Number.NaN }, 'amount'],
    ['an empty ref1', { ref1: '' }, 'ref1'],
    ['a ref1 that ends with a line feed', { ref1: 'A1\n' }, 'ref1'],
    ['an empty ref2', { ref2: '' }, 'ref2'],
    ['a ref3 in lower case', { ref3: 'scb' }, 'ref3'],
    ['a merchant name in Thai', { merchantName: 'ร้าน' }, 'merchant_name'],
    ['a merchant name of 26 characters', { merchantName: 'A'.repeat(26) }, 'merchant_name'],
  ])('%s is refused', (_name, replaced, code) => {
    const input = { billerId: '012345678901200', ref1: 'A1', ...replaced };
    expect(refusalOf(() => encodeBillPayment(input))).toBe(code);
  });

  test.each([
    ['a mobile number with its country', { proxyType: 'MSISDN', proxy: '66812345678' }],
    ['an id one digit short', { proxyType: 'NATID', proxy: '123456789012' }],
    ['an account with a dash', { proxyType: 'BANKACC', proxy: '014-1234567890' }],
  ] as const)('a credit transfer to %s is refused', (_name, input) => {
    expect(refusalOf(() => encodeCreditTransfer(input))).toBe('proxy');
  });

  test('an amount makes the code a one-time code by default', () => {
    const input = { billerId: '012345678901200', ref1: 'A1' };
    expect(encodeBillPayment(input)).toMatch(/^000201010211/);
    expect(encodeBillPayment({ ...input, amountSatang: 1 })).toMatch(/^000201010212/);
  });

  test('another implementation encodes every bill payment equally', () => {
    fc.assert(
      fc.property(billPayments, (input) => {
        const { billerId, ref1, ref2, ref3, merchantName, amountSatang } = input;
        const once = input.pointOfInitiation ?? (amountSatang === undefined ? '11' : '12');
        const theirs = promptpayJs.generate({
          method: once === '12' ? 'QR_DYNAMIC' : 'QR_STATIC',
          application: 'PROMPTPAY_BILL_PAYMENT',
          billerID: billerId,
          reference1: ref1,
          ...(ref2 === undefined ? {} : { reference2: ref2 }),
          ...(amountSatang === undefined ? {} : { amount: formatBaht(amountSatang) }),
          ...(merchantName === undefined ? {} : { merchantName }),
          ...(ref3 === undefined ? {} : { additional: { terminalID: ref3 } }),
          currencyCode: '764',
          countryCode: 'TH',
        });
        expect(encodeBillPayment(input)).toBe(theirs);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('parsing', () => {
  test.each(cases)('$id is parsed in every order of its fields', (vector) => {
    const others = vector.otherFieldOrders?.map(({ payload }) => payload) ?? [];
    for (const payload of [vector.payload, ...others]) {
      expect(parsePayload(payload)).toEqual(expectedOf(vector));
    }
  });

  test.each(vectors.published)('the sample of $source is accepted', ({ source, payload }) => {
    const { kind, country } = parsePayload(payload);
    expect(kind === 'other').toBe(source.startsWith('EMVCo'));
    expect(country).toBe(kind === 'other' ? 'CN' : 'TH');
  });

  test.each(vectors.rejectOnParse.filter(({ parseAs }) => parseAs === 'pay'))(
    '$id is refused as $reason',
    ({ payload, reason }) => {
      expect(refusalOf(() => parsePayload(payload))).toBe(reason);
    },
  );

  test('an amount in another currency gives null', () => {
    const [sample] = vectors.published;
    expect(sample?.payload).toContain('540523.72');
    expect(parsePayload(sample?.payload ?? '')).toMatchObject({
      currency: '156',
      amountSatang: null,
    });
  });

  test('the applications for cross-border and one-time payments are known', () => {
    const [bill] = cases.filter(({ id }) => id === 'bp-static-ref1');
    const [transfer] = cases.filter(({ id }) => id === 'ct-mobile-100');
    const reseal = (text = '', from: string, to: string) =>
      seal(text.slice(0, -8).replace(from, to), '63');
    const abroad = reseal(bill?.payload, 'A000000677010112', 'A000000677012006');
    expect(parsePayload(abroad).kind).toBe('bill_payment');
    const once = reseal(transfer?.payload, 'A000000677010111', 'A000000677010114');
    expect(parsePayload(once).kind).toBe('credit_transfer');
  });

  test('an encoded payment is parsed back', () => {
    fc.assert(
      fc.property(billPayments, (input) => {
        const { billerId, ref1, ref2 = null, ref3 = null, amountSatang = null } = input;
        const expected = { kind: 'bill_payment', billerId, ref1, ref2, ref3, amountSatang };
        expect(parsePayload(encodeBillPayment(input))).toMatchObject(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test('a checksum equal to its own tag is not taken for the tag', () => {
    const payload =
      '00020101021230510016A00000067701011201150123456789012000208CRC11467530376454041.005802TH' +
      '63046304';
    expect(parsePayload(payload)).toMatchObject({ ref1: 'CRC11467', amountSatang: 100 });
  });

  test('a checksum in lower case is accepted, one without its leading zero is not', () => {
    const { payload = '' } = cases.find(({ id }) => id === 'bp-crc-leading-0') ?? {};
    const text = payload.slice(0, -4);
    expect(payload.slice(-4)).toBe('0176');
    expect(refusalOf(() => parsePayload(`${text}176`))).toBe('crc_missing');
    const lower = payment().replace(/.{4}$/, (digits) => digits.toLowerCase());
    expect(parsePayload(lower)).toEqual(parsePayload(payment()));
  });

  test.each([
    ['100', 10_000],
    ['100.', 10_000],
    ['100.5', 10_050],
    ['0.01', 1],
    ['19.99', 1999],
    ['9999999999.99', 999_999_999_999],
  ])('an amount written as "%s" is %i satang', (amount, amountSatang) => {
    expect(parsePayload(payment({ '54': amount })).amountSatang).toBe(amountSatang);
  });

  test.each([
    '0',
    '0.00',
    '1.005',
    '-1',
    '+1',
    '.5',
    '1e3',
    '1,000',
    ' 1',
    '9999999999.999',
    '09999999999.99',
  ])('an amount written as "%s" is refused', (amount) => {
    expect(refusalOf(() => parsePayload(payment({ '54': amount })))).toBe('amount');
  });

  test.each([
    ['a payment in dollars', { '53': '840' }, 'currency'],
    ['a payment in no currency', { '53': null }, 'currency'],
    ['a payment to another country', { '58': 'SG' }, 'country'],
    ['another version', { '00': '02' }, 'not_a_payment'],
    ['a bill payment without ref1', { '30': '0016A0000006770101120115012345678901200' }, 'ref1'],
    ['a bill payment without biller', { '30': '0016A0000006770101120202A1' }, 'biller_id'],
    ['a malformed label', { '62': '07' }, 'tlv_header'],
    ['a transfer without a receiver', { '29': '0016A000000677010111', '30': null }, 'proxy'],
    ['a field without a value', { '30': `${billAccount}0300` }, 'tlv_header'],
    ['a second checksum', { '63': '0000' }, 'tlv_duplicate'],
    ['a line feed', { '59': 'A\nB' }, 'charset'],
    ['a lone surrogate', { '59': '\ud83c' }, 'charset'],
  ])('%s is refused', (_name, replaced, code) => {
    expect(refusalOf(() => parsePayload(payment(replaced)))).toBe(code);
  });

  test('512 characters are accepted, 513 are not', () => {
    const full = 'X'.repeat(99);
    const fields = { '80': full, '81': full, '82': full, '83': full };
    const missing = 512 - payment({ ...fields, '84': 'X' }).length;
    const longest = payment({ ...fields, '84': 'X'.repeat(1 + missing) });
    const longer = payment({ ...fields, '84': 'X'.repeat(2 + missing) });
    expect([longest.length, longer.length]).toEqual([512, 513]);
    expect(parsePayload(longest).kind).toBe('bill_payment');
    expect(refusalOf(() => parsePayload(longer))).toBe('size');
  });

  test('a lower-case label and an unknown point of initiation are accepted', () => {
    expect(parsePayload(payment({ '01': '21', '62': '0706shop-1' }))).toMatchObject({
      ref3: 'shop-1',
      pointOfInitiation: null,
    });
  });
});

describe('hostile text', () => {
  test('the checksum detects every single changed character', () => {
    const anyCharacter = fc.stringMatching(/^[ -~]$/);
    fc.assert(
      fc.property(billPayments, fc.nat(), anyCharacter, (input, at, character) => {
        const payload = encodeBillPayment(input);
        const index = at % payload.length;
        const changed = payload.slice(0, index) + character + payload.slice(index + 1);
        const inDigits = index >= payload.length - 4;
        fc.pre(inDigits ? changed.toUpperCase() !== payload : changed !== payload);
        expect(refusalOf(() => parsePayload(changed))).toMatch(/^crc_(mismatch|missing)$/);
      }),
      { numRuns: 2000 },
    );
  });

  test('no text makes the parser throw anything but a QrError', () => {
    const digits = fc.stringMatching(/^[0-9 .-]{0,40}$/);
    const pieces = fc.array(fc.oneof(digits, fc.constantFrom('0016A000000677010112', '30')));
    const bodies = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 600 }),
      pieces.map((parts) => parts.join('')),
      pieces.map((parts) => `000201${parts.join('')}`),
    );
    fc.assert(
      fc.property(bodies, fc.boolean(), (body, sealed) => {
        refusalOf(() => parsePayload(sealed ? seal(body, '63') : body));
      }),
      { numRuns: 5000 },
    );
  });

  test('megabytes are refused by size before parsing', () => {
    expect(refusalOf(() => parsePayload('0'.repeat(50_000_000)))).toBe('size');
  });
});
