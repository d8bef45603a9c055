import { fc } from '../../support/property';
import {
  bankTitle,
  findBankCode,
  maskAccount,
  readAccountNumber,
} from '../../../src/kernel/rules/banks';

const codes = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0')).filter(
  (code) => bankTitle(code, 'en') !== null,
);

describe('a bank is found by', () => {
  test.each([
    ['002', ['BBL', 'bangkok bank', 'Bangkok Bank PCL', 'กรุงเทพ', 'ธนาคารกรุงเทพ จำกัด (มหาชน)']],
    ['004', ['KBANK', 'kbank', 'K-Bank', 'Kasikornbank', 'Kasikorn Bank', 'K PLUS', 'กสิกร']],
    ['004', ['กสิกรไทย', 'ธนาคารกสิกรไทย', 'KASIKORNBANK PCL.']],
    ['006', ['KTB', 'Krungthai', 'Krung Thai Bank', 'กรุงไทย', 'ธนาคารกรุงไทย จำกัด (มหาชน)']],
    ['011', ['TTB', 'ttb', 'TMB', 'Thanachart', '065', 'ทหารไทยธนชาต', 'ทีเอ็มบีธนชาต', 'ธนชาต']],
    ['014', ['SCB', 'SCB Easy', 'The Siam Commercial Bank Public Company Limited', 'ไทยพาณิชย์']],
    ['017', ['CITI', 'Citibank', 'Citibank, N.A.', 'ซิตี้แบงก์']],
    ['020', ['SCBT', 'Standard Chartered', 'Standard Chartered Bank (Thai) PCL']],
    ['022', ['CIMBT', 'CIMB', 'CIMB Thai', 'ซีไอเอ็มบี ไทย', 'ซีไอเอ็มบีไทย']],
    ['024', ['UOBT', 'UOB', 'United Overseas Bank (Thai)', 'ยูโอบี']],
    ['025', ['BAY', 'Krungsri', 'KMA', 'Bank of Ayudhya', 'กรุงศรี', 'กรุงศรีฯ', 'กรุงศรีอยุธยา']],
    ['030', ['GSB', 'MyMo', 'Government Savings Bank', 'ออมสิน', 'ธนาคารออมสิน']],
    ['033', ['GHB', 'GH Bank', 'ธอส.', 'ธนาคารอาคารสงเคราะห์']],
    ['034', ['BAAC', 'ธกส', 'ธ.ก.ส.', 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร (ธ.ก.ส.)']],
    ['035', ['EXIM', 'EXIM Thailand', 'เพื่อการส่งออกและนำเข้าแห่งประเทศไทย']],
    ['066', ['ISBT', 'IBank', 'Islamic Bank of Thailand', 'อิสลามแห่งประเทศไทย']],
    ['067', ['TISCO', 'TISCO Bank', 'ทิสโก้']],
    ['069', ['KKP', 'Kiatnakin Phatra', 'เกียรตินาคินภัทร']],
    ['070', ['ICBCT', 'ICBC (Thai)', 'ไอซีบีซี (ไทย)']],
    ['071', ['TCRB', 'Thai Credit Bank', 'ไทยเครดิต']],
    ['073', ['LHB', 'LH Bank', 'Land & Houses', 'Land and Houses', 'แลนด์ แอนด์ เฮ้าส์']],
    ['098', ['SME', 'SME D Bank', 'พัฒนาวิสาหกิจขนาดกลางและขนาดย่อมแห่งประเทศไทย']],
  ])('the names of %s: %j', (code, names) => {
    for (const name of names) expect([name, findBankCode(name)]).toEqual([name, code]);
  });

  test.each([
    ['004', ['ธ.กสิกรไทย', 'ธ. กสิกรไทย จก. (มหาชน)', 'กสิกรไทย (KBANK)', 'KBANK - กสิกรไทย']],
    ['014', ['ธ. ไทยพาณิชย์ จำกัด (มหาชน)', 'บมจ. ธนาคารไทยพาณิชย์', '014 (SCB)']],
    ['002', ['บริษัท ธนาคารกรุงเทพ จำกัด (มหาชน)', 'บมจ.ธ.กรุงเทพ', 'Bangkok Bank (BBL) PCL']],
    ['011', ['ธนาคารทหารไทยธนชาต จำกัด (มหาชน) (TTB)', 'TMBThanachart Bank (ttb)', 'THBKTHBK']],
    ['006', ['KRTHTHBK', 'krththbkxxx', 'KRTHTHBK123']],
    ['026', ['ICBCTHBK']],
    ['070', ['ICBKTHBK']],
    ['004', ['ธนาคารกสิกรไทย จ\u0e4d\u0e32กัด (มหาชน)', 'ก\u200dสิกรไทย']],
    ['052', ['เเห่งประเทศจีน']],
  ])('the full and the short names of %s: %j', (code, names) => {
    for (const name of names) expect([name, findBankCode(name)]).toEqual([name, code]);
  });

  test('its code and its display names', () => {
    expect(codes).toHaveLength(31);
    for (const code of codes) {
      const named = [code, bankTitle(code, 'th') ?? '', bankTitle(code, 'en') ?? ''];
      expect(named.map(findBankCode)).toEqual([code, code, code]);
    }
  });

  test('a name in any case, spacing, composition and with invisible characters', () => {
    for (const name of ['  k  plus ', 'K\u200bPLUS', 'k-plus', 'ก\u200bสิกรไทย', 'K.PLUS!']) {
      expect([name, findBankCode(name)]).toEqual([name, '004']);
    }
    expect(findBankCode('ธนาคารไทยพาณิชย์ จำกัด (มหาชน)'.normalize('NFD'))).toBe('014');
  });
});

describe('similar names', () => {
  test('กรุงเทพ, กรุงไทย and กรุงศรี are three banks in every form', () => {
    const forms = (stem: string) => [stem, `ธนาคาร${stem}`, `ธนาคาร${stem} จำกัด (มหาชน)`];
    expect(forms('กรุงเทพ').map(findBankCode)).toEqual(['002', '002', '002']);
    expect(forms('กรุงไทย').map(findBankCode)).toEqual(['006', '006', '006']);
    expect(forms('กรุงศรี').map(findBankCode)).toEqual(['025', '025', '025']);
  });

  test('SCB differs from SCBT, and CIMB from Citi', () => {
    expect(['SCB', 'SCBT', 'CIMB', 'Citi'].map(findBankCode)).toEqual(['014', '020', '022', '017']);
  });
});

describe('no bank is found by', () => {
  test.each(['', ' ', 'bank', 'The Bank of', 'ธนาคาร', 'จำกัด (มหาชน)', 'K', 'Bank of Thailand'])(
    'a generic or empty name: "%s"',
    (name) => {
      expect(findBankCode(name)).toBeNull();
    },
  );

  test.each(['กรุง', 'กรุงเทพไทย', 'Bangkok Bankk', 'PromptPay', 'พร้อมเพย์', 'TrueMoney'])(
    'a partial or misspelt name, or another company: "%s"',
    (name) => {
      expect(findBankCode(name)).toBeNull();
    },
  );

  test.each([
    'กรุงเทพ (KBANK)',
    'Bangkok Bank (China)',
    'กสิกรไทย (สาขาสีลม)',
    'กสิกรไทย, ไทยพาณิชย์',
    'บมจ. แลนด์ แอนด์ เฮ้าส์',
    'บริษัท กรุงเทพ จำกัด',
    'KASIDEFF',
    'KASITHBK1',
    'BOTHTHBK',
  ])('two banks, a part of one, a company or a foreign code: "%s"', (name) => {
    expect(findBankCode(name)).toBeNull();
  });

  test.each(['005', '010', '028', '000', '1', '2', '0002', 'constructor', '__proto__', 'toString'])(
    'an unknown code: "%s"',
    (code) => {
      expect([findBankCode(code), bankTitle(code, 'th'), bankTitle(code, 'en')]).toEqual([
        null,
        null,
        null,
      ]);
    },
  );

  test('arbitrary text, which gives a code of the table or null', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        expect([null, ...codes]).toContain(findBankCode(text));
      }),
    );
  });
});

describe('an account number', () => {
  test.each([
    ['123-4-56789-0', '1234567890'],
    [' 020 1234 5678 9 ', '020123456789'],
    ['123–4—56789‑0', '1234567890'],
    ['123456', '123456'],
    ['๑๒๓-๔-๕๖๗๘๙-๐', '1234567890'],
    ['１２３４５６７８９０', '1234567890'],
    ['\u200e123\u200b4567890\u202c', '1234567890'],
    ['123456789012345', '123456789012345'],
  ])('"%s" is read as %s', (text, digits) => {
    expect(readAccountNumber(text)).toBe(digits);
  });

  test.each(['', '-', '12345', '1234567890123456', '12345a7890', '123_456', '+123456'])(
    '"%s" is invalid',
    (text) => {
      expect(readAccountNumber(text)).toBeNull();
    },
  );

  test('is masked to four digits, without its last', () => {
    expect(maskAccount('1234567890')).toBe('xxx-x-x6789-x');
    expect(maskAccount('123-4-56789-0')).toBe('xxx-x-x6789-x');
  });

  test('of any length is masked in the same form with at most four digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,15}$/), (digits) => {
        expect(maskAccount(digits)).toMatch(/^xxx-x-x[\dx]{4}-x$/);
      }),
    );
    expect(['123456', '123456789012345'].map(maskAccount)).toEqual([
      'xxx-x-x2345-x',
      'xxx-x-x1234-x',
    ]);
  });
});
