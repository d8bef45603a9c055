import { scb } from '../../../../src/providers/connectors/scb';
import { accountAt } from './fake-scb';

const order = { ref: 'REFERENCE1', ref2: null, amountSatang: 100 };
const codeWith = (settings: object, more: object = {}) =>
  scb.encodeQr?.({ ...order, ...more }, accountAt('http://127.0.0.1:9', settings).settings);

/** The field with references 1 and 2, and the field with reference 3. */
const one = '30530016A00000067701011201150999999999999900210REFERENCE1';
const two = '30620016A00000067701011201150999999999999900210REFERENCE10305SHOP1';
const middle = '530376454041.005802TH';

// Checksums by Python's binascii.crc_hqx over the text before them, started at 0xFFFF.
describe('a code for SCB', () => {
  it('carries biller, reference, amount and reference 3', () => {
    expect(codeWith({})).toBe(`000201010212${one}${middle}62070703SPN6304A84C`);
  });

  it('carries a reference 2 when the biller profile has two references', () => {
    const code = `000201010212${two}${middle}62090705SPN0163041213`;
    expect(codeWith({ reference2: 'SHOP1', reference3: 'SPN01' })).toBe(code);
    const own = { ref2: 'SHOP1' };
    expect(codeWith({ reference2: 'OTHER', reference3: 'SPN01' }, own)).toBe(code);
  });

  it('carries no reference 2 when the biller profile has one reference', () => {
    expect(codeWith({}, { ref2: 'SHOP1' })).toBe(codeWith({}));
  });
});

describe('the settings of SCB', () => {
  const { settings } = accountAt('https://api-sandbox.partners.scb/partners/sandbox');
  const pem = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';

  it('are accepted', () => {
    expect(scb.settings.parse(settings)).toEqual(settings);
    const { url: _, environment: __, ...needed } = settings;
    expect(scb.settings.parse(needed)).toEqual({ ...needed, environment: 'sandbox' });
    const certified = { ...settings, clientCertificate: pem, clientKey: pem };
    expect(scb.settings.parse(certified)).toEqual(certified);
  });

  it.each([
    ['a biller id of 14 digits', { billerId: '09999999999999' }],
    ['a reference 3 without a prefix', { reference3: '12' }],
    ['a reference 3 that is too long', { reference3: 'SPN123456789012345678' }],
    ['a reference 2 in lower case', { reference2: 'shop' }],
    ['an address of another protocol', { url: 'ftp://scb.example' }],
    ['a certificate without its key', { clientCertificate: pem }],
    ['a key without its certificate', { clientKey: pem }],
    ['a certificate that is not PEM', { clientCertificate: 'x', clientKey: pem }],
    ['codes that are not numbers', { unpaidCodes: '8102;1' }],
  ])('with %s are refused', (_, more) => {
    expect(scb.settings.safeParse({ ...settings, ...more }).success).toBe(false);
  });
});
