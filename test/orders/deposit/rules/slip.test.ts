import { fc } from '../../../support/property';
import { encodeSlip, parseSlip, type Slip } from '../../../../src/orders/deposit/rules/slip';
import { QrError, seal, writeField } from '../../../../src/kernel/rules/tlv';
import vectors from '../../../vectors/promptpay.json';

/** The parsed slip, or the code of its QrError. */
function read(text: string): Slip | string {
  try {
    return parseSlip(text);
  } catch (error) {
    if (error instanceof QrError) return error.code;
    throw error;
  }
}

/** A slip with a valid checksum and arbitrary content, some of which the encoder refuses. */
function bankSlip(sendingBank: string, transRef: string): string {
  const transfer =
    writeField('00', '000001') + writeField('01', sendingBank) + writeField('02', transRef);
  return seal(`${writeField('00', transfer)}5102TH`, '91');
}

describe('an encoded slip', () => {
  const whole = vectors.slipVectors.filter(({ id }) => id !== 'slip-lost-zero-crc');

  test.each(whole)('equals the published vector $id', ({ payload, input }) => {
    expect(encodeSlip(input)).toBe(payload);
  });

  test.each([
    ['14', 'ABC'],
    ['0014', 'ABC'],
    ['01a', 'ABC'],
    ['014', ''],
    ['014', 'A B'],
    ['014', 'ก'],
    ['014', 'A'.repeat(26)],
  ])('is refused when it could not be parsed back: %s %s', (sendingBank, transRef) => {
    expect(() => encodeSlip({ sendingBank, transRef })).toThrow(new QrError('slip_fields'));
  });
});

describe('a bank slip', () => {
  test.each(vectors.slipVectors)('$id gives its bank and transfer', ({ payload, input }) => {
    expect(read(payload)).toEqual({ kind: 'bank', ...input });
  });

  test('with any reference of 25 characters without spaces is parsed back', () => {
    const banks = fc.stringMatching(/^\d{3}$/);
    const refs = fc.stringMatching(/^[!-~]{1,25}$/);
    fc.assert(
      fc.property(banks, refs, (sendingBank, transRef) => {
        const slip = { kind: 'bank', sendingBank, transRef };
        expect(read(encodeSlip({ sendingBank, transRef }))).toEqual(slip);
      }),
    );
  });

  test('is parsed with a checksum in lower case or without leading zeros', () => {
    const text = '0028000600000101030140207CRC13535102TH9104';
    for (const crc of ['0002', '002', '02', '2']) {
      expect(read(text + crc)).toMatchObject({ transRef: 'CRC1353' });
    }
    expect(read(text)).toBe('crc_missing');
    const [whole] = vectors.slipVectors;
    const { payload = '' } = whole ?? {};
    expect(read(payload.replace(/17DF$/, '17df'))).toEqual(read(payload));
  });

  test('with a checksum equal to its own tag is parsed', () => {
    const text = '0030000600000101030140209CRC3759885102TH91049104';
    expect(read(text)).toMatchObject({ transRef: 'CRC375988' });
  });
});

describe('a TrueMoney slip', () => {
  const fields = [
    ['00', '01'],
    ['01', '01'],
    ['02', 'P2P'],
    ['03', '50012345678901'],
    ['04', '31122026'],
  ] as const;

  function trueMoneySlip(replaced: Record<string, string>): string {
    const transfer = fields.map(([id, value]) => writeField(id, replaced[id] ?? value));
    return seal(writeField('00', transfer.join('')), '91').replace(/.{4}$/, (crc) =>
      crc.toLowerCase(),
    );
  }

  test('gives its event, transaction and day', () => {
    const slip = { eventType: 'P2P', transactionId: '50012345678901', date: '31122026' };
    expect(read(trueMoneySlip({}))).toEqual({ kind: 'truemoney', ...slip });
  });

  test.each([{ '02': 'P 2 P' }, { '03': 'a b' }, { '04': '2026-12-31' }])(
    'with the field %j is refused',
    (replaced) => {
      expect(read(trueMoneySlip(replaced))).toBe('slip_fields');
    },
  );
});

describe('an invalid slip', () => {
  test.each(vectors.rejectOnParse.filter(({ parseAs }) => parseAs === 'slip'))(
    '$id is refused as $reason',
    ({ payload, reason }) => {
      expect(read(payload)).toBe(reason);
    },
  );

  test.each([
    ['a reference of 26 characters', bankSlip('014', 'A'.repeat(26)), 'slip_fields'],
    ['a reference with a space', bankSlip('014', 'A B'), 'slip_fields'],
    ['a slip without a transfer', seal('5102TH5303764', '91'), 'not_a_slip'],
    ['a truncated last length', seal('00170006000001010301402', '91'), 'tlv_header'],
    ['a slip without a country', seal('0026000600000101030140205A1234', '91'), 'not_a_slip'],
    ['a text of 11 characters', seal('000', '91'), 'size'],
  ])('%s is refused', (_name, text, code) => {
    expect(read(text)).toBe(code);
  });

  test('no text makes the parser throw anything but a QrError', () => {
    const parts = fc.array(
      fc.oneof(
        fc.stringMatching(/^[0-9 .-]{0,30}$/),
        fc.constantFrom('0006000001', '5102TH', '00'),
      ),
    );
    const bodies = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 600 }),
      parts.map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(bodies, fc.boolean(), (body, sealed) => {
        read(sealed ? seal(body, '91') : body);
      }),
      { numRuns: 5000 },
    );
  });
});
