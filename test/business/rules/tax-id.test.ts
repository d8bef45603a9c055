import { readBranch, readPhone, readTaxId } from '../../../src/business/rules/tax-id';

/** As registered at the Department of Business Development: PTT, CP All, Kasikornbank. */
const registered = ['0107544000108', '0107542000011', '0107536000315'];

it.each(registered)('the registered number %s is a tax id', (number) => {
  expect(readTaxId(number)).toBe(number);
});

it('a tax id with another last digit, or with two digits exchanged, is refused', () => {
  for (const number of registered) {
    for (let digit = 0; digit < 10; digit++) {
      const other = `${number.slice(0, 12)}${digit}`;
      expect(readTaxId(other)).toBe(other === number ? number : null);
    }
  }
  expect(readTaxId('0107454000108')).toBeNull();
});

it('a tax id is read with spaces, dashes, Thai digits and invisible characters', () => {
  expect(readTaxId('0-1075-44000-10-8')).toBe('0107544000108');
  expect(readTaxId('๐๑๐๗ ๕๔๔๐ ๐๐๑๐๘')).toBe('0107544000108');
  expect(readTaxId('010754\u200b4000108')).toBe('0107544000108');
});

it.each(['', '010754400010', '00107544000108', '010754400010a', '-107544000108'])(
  'the text "%s" is no tax id',
  (text) => {
    expect(readTaxId(text)).toBeNull();
  },
);

it('a branch has five digits', () => {
  expect(['00000', '๐๐๐๑๒', '0000', '000000', 'HQ'].map(readBranch)).toEqual([
    '00000',
    '00012',
    null,
    null,
    null,
  ]);
});

it('a telephone number is stored in its national form', () => {
  const written = ['02 123 4567', '+66 81-234-5678', '(081) 234.5678', '66812345678'];
  expect(written.map(readPhone)).toEqual(['021234567', '0812345678', '0812345678', '0812345678']);
  expect(['1234', '+1 212 555 0100', '0812345678901'].map(readPhone)).toEqual([null, null, null]);
});
