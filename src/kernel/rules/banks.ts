import { comparedText, plainDigits } from './thai-text';

/** Thai banks: names, codes and the format of account numbers. */
type Language = 'th' | 'en';

interface Bank {
  /** Used by merchants, slips and lists. */
  readonly short: string;
  readonly en: string;
  readonly th: string;
  /** Other unambiguous names: former names, apps, spellings. */
  readonly aliases: readonly string[];
}

/** By the Bank of Thailand's three-digit code, without defunct banks. */
const banks: Readonly<Record<string, Bank>> = {
  '002': {
    short: 'BBL',
    en: 'Bangkok Bank',
    th: 'กรุงเทพ',
    aliases: ['BangkokBank', 'Bualuang', 'Bualuang mBanking', 'Bualuang iBanking', 'บัวหลวง'],
  },
  '004': {
    short: 'KBANK',
    en: 'Kasikornbank',
    th: 'กสิกรไทย',
    aliases: ['Kasikorn', 'Kasikorn Thai', 'K PLUS', 'กสิกร', 'เคแบงก์', 'เคพลัส'],
  },
  '006': {
    short: 'KTB',
    en: 'Krungthai Bank',
    th: 'กรุงไทย',
    aliases: ['Krung Thai', 'KrungthaiBank', 'Krungthai NEXT', 'กรุงไทยเน็กซ์'],
  },
  '008': {
    short: 'JPMC',
    en: 'JPMorgan Chase Bank',
    th: 'เจพีมอร์แกน เชส',
    aliases: ['JPMorgan', 'JP Morgan', 'JP Morgan Chase', 'เจพีมอร์แกน'],
  },
  '011': {
    short: 'TTB',
    en: 'TMBThanachart Bank',
    th: 'ทหารไทยธนชาต',
    aliases: [
      '065', // Thanachart's code until its merger with TMB.
      'TMB',
      'TBank',
      'Thanachart',
      'Thai Military Bank',
      'ttb touch',
      'ทหารไทย',
      'ธนชาต',
      'ทีเอ็มบี',
      'ทีเอ็มบีธนชาต',
      'ทีทีบี',
    ],
  },
  '014': {
    short: 'SCB',
    en: 'Siam Commercial Bank',
    th: 'ไทยพาณิชย์',
    aliases: ['SCB Easy', 'SCB Easy App', 'เอสซีบี', 'เอสซีบีอีซี่'],
  },
  '017': {
    short: 'CITI',
    en: 'Citibank',
    th: 'ซิตี้แบงก์',
    aliases: ['Citibank NA', 'Citibank Thailand', 'ซิตี้แบงค์', 'ซิตี้'],
  },
  '018': {
    short: 'SMBC',
    en: 'Sumitomo Mitsui Banking Corporation',
    th: 'ซูมิโตโม มิตซุย แบงกิ้ง คอร์ปอเรชั่น',
    aliases: ['Sumitomo Mitsui', 'ซูมิโตโม มิตซุย'],
  },
  '020': {
    short: 'SCBT',
    en: 'Standard Chartered Bank (Thai)',
    th: 'สแตนดาร์ดชาร์เตอร์ด (ไทย)',
    aliases: ['Standard Chartered', 'Standard Chartered Thailand', 'สแตนดาร์ดชาร์เตอร์ด'],
  },
  '022': {
    short: 'CIMBT',
    en: 'CIMB Thai Bank',
    th: 'ซีไอเอ็มบี ไทย',
    aliases: ['CIMB', 'CIMB Thailand', 'CIMB Bank Thai', 'ซีไอเอ็มบี'],
  },
  '024': {
    short: 'UOBT',
    en: 'United Overseas Bank (Thai)',
    th: 'ยูโอบี',
    aliases: ['UOB', 'UOB Thai', 'UOB Thailand', 'UOB TMRW', 'United Overseas', 'ยูโอบี ไทย'],
  },
  '025': {
    short: 'BAY',
    en: 'Bank of Ayudhya (Krungsri)',
    th: 'กรุงศรีอยุธยา',
    aliases: [
      'Krungsri',
      'Krungsri Ayudhya',
      'Bank of Ayudhya',
      'Bank of Ayutthaya',
      'KMA',
      'Krungsri App',
      'KMA Krungsri App',
      'Krungsri Mobile App',
      'กรุงศรี',
    ],
  },
  '026': {
    short: 'MEGA',
    en: 'Mega International Commercial Bank',
    th: 'เมกะ สากลพาณิชย์',
    aliases: ['MEGA ICBC', 'Mega International Commercial', 'เมกะสากลพาณิชย์'],
  },
  '027': {
    short: 'BOA',
    en: 'Bank of America',
    th: 'แห่งอเมริกาเนชั่นแนลแอสโซซิเอชั่น',
    aliases: ['BofA', 'แห่งอเมริกา'],
  },
  '029': {
    short: 'IOB',
    en: 'Indian Overseas Bank',
    th: 'อินเดียนโอเวอร์ซีส์',
    aliases: ['อินเดียนโอเวอร์ซีส์แบงก์'],
  },
  '030': {
    short: 'GSB',
    en: 'Government Savings Bank',
    th: 'ออมสิน',
    aliases: ['MyMo', 'MyMo by GSB', 'มายโม'],
  },
  '031': {
    short: 'HSBC',
    en: 'HSBC',
    th: 'ฮ่องกงและเซี่ยงไฮ้แบงกิ้งคอร์ปอเรชั่น',
    aliases: ['HSBC Thailand', 'Hongkong and Shanghai Banking Corporation', 'เอชเอสบีซี'],
  },
  '032': {
    short: 'DB',
    en: 'Deutsche Bank',
    th: 'ดอยซ์แบงก์',
    aliases: ['Deutsche Bank AG', 'ดอยซ์แบงก์ เอจี'],
  },
  '033': {
    short: 'GHB',
    en: 'Government Housing Bank',
    th: 'อาคารสงเคราะห์',
    aliases: ['GH Bank', 'GHBank', 'GHB ALL', 'GHB ALL GEN', 'ธอส.', 'อาคารสงเคราะห์ (ธอส.)'],
  },
  '034': {
    short: 'BAAC',
    en: 'Bank for Agriculture and Agricultural Cooperatives',
    th: 'เพื่อการเกษตรและสหกรณ์การเกษตร',
    aliases: [
      'Agriculture and Agricultural Cooperatives',
      'BAAC Mobile',
      'ธ.ก.ส.',
      'เพื่อการเกษตรและสหกรณ์การเกษตร (ธ.ก.ส.)',
      'เพื่อการเกษตร',
    ],
  },
  '035': {
    short: 'EXIM',
    en: 'Export-Import Bank of Thailand',
    th: 'เพื่อการส่งออกและนำเข้าแห่งประเทศไทย',
    aliases: ['EXIM Thailand', 'EXIM Bank of Thailand', 'ธสน.', 'เอ็กซิม'],
  },
  '039': {
    short: 'MIZUHO',
    en: 'Mizuho Bank',
    th: 'มิซูโฮ',
    aliases: ['Mizuho Corporate Bank'],
  },
  '045': {
    short: 'BNPP',
    en: 'BNP Paribas',
    th: 'บีเอ็นพี พารีบาส์',
    aliases: ['BNP'],
  },
  '052': {
    short: 'BOC',
    en: 'Bank of China (Thai)',
    th: 'แห่งประเทศจีน (ไทย)',
    aliases: ['Bank of China', 'Bank of China Thailand', 'แห่งประเทศจีน'],
  },
  '066': {
    short: 'ISBT',
    en: 'Islamic Bank of Thailand',
    th: 'อิสลามแห่งประเทศไทย',
    aliases: ['iBank', 'Islamic Bank', 'อิสลาม', 'ไอแบงก์', 'ธอท.'],
  },
  '067': {
    short: 'TISCO',
    en: 'TISCO Bank',
    th: 'ทิสโก้',
    aliases: ['TISCOBank', 'ทิสโก'],
  },
  '069': {
    short: 'KKP',
    en: 'Kiatnakin Phatra Bank',
    th: 'เกียรตินาคินภัทร',
    aliases: ['KK', 'KKP Mobile', 'Kiatnakin', 'เกียรตินาคิน'],
  },
  '070': {
    short: 'ICBCT',
    en: 'ICBC (Thai)',
    th: 'ไอซีบีซี (ไทย)',
    aliases: ['ICBC', 'ICBC Thailand', 'Industrial and Commercial Bank of China Thai', 'ไอซีบีซี'],
  },
  '071': {
    short: 'TCRB',
    en: 'Thai Credit Bank',
    th: 'ไทยเครดิต',
    aliases: ['TCR', 'Thai Credit Retail Bank', 'ไทยเครดิต เพื่อรายย่อย'],
  },
  '073': {
    short: 'LHB',
    en: 'Land and Houses Bank',
    th: 'แลนด์ แอนด์ เฮ้าส์',
    aliases: ['LH Bank', 'LHBank', 'LHB You', 'Land & Houses', 'แลนด์แอนด์เฮาส์', 'แอลเอชแบงก์'],
  },
  '098': {
    short: 'SME',
    en: 'SME D Bank',
    th: 'พัฒนาวิสาหกิจขนาดกลางและขนาดย่อมแห่งประเทศไทย',
    aliases: ['SME Bank', 'SMEDBank', 'SME Development Bank', 'ธพว.', 'เอสเอ็มอี'],
  },
};

/** The first four characters of a BIC. A bank keeps those of the banks that it has absorbed. */
const institutions: Readonly<Record<string, string>> = {
  bkkb: '002',
  kasi: '004',
  krth: '006',
  chas: '008',
  tmbk: '011',
  thbk: '011',
  sico: '014',
  citi: '017',
  smbc: '018',
  scbl: '020',
  ubob: '022',
  cibt: '022',
  uovb: '024',
  ayud: '025',
  icbc: '026',
  bofa: '027',
  ioba: '029',
  gsba: '030',
  hsbc: '031',
  deut: '032',
  gohu: '033',
  baab: '034',
  exth: '035',
  mhcb: '039',
  bnpa: '045',
  bkch: '052',
  tibt: '066',
  tfpc: '067',
  kifi: '069',
  kkpb: '069',
  icbk: '070',
  thce: '071',
  lahr: '073',
};

const codes = indexNames();

/**
 * Null for an unknown name. Matches whole names only: กรุงเทพ, กรุงไทย and กรุงศรี are three banks,
 * and a wrong guess would pay the wrong one. A text of several names, such as `กสิกรไทย (KBANK)`,
 * has a code if all of them name one bank.
 */
export function findBankCode(name: string): string | null {
  const text = comparedText(name);
  const code = codeOf(text);
  if (code !== null) return code;
  const parts = withoutTitle(text)
    .split(separators)
    .filter((part) => squeeze(part) !== '');
  const named = new Set(parts.map(codeOf));
  const [only = null] = named;
  return named.size === 1 ? only : null;
}

const separators = /[()[\]/|,:;]|(?:^|\s)\p{Dash_Punctuation}(?=\s|$)/u;

const codeOf = (text: string): string | null =>
  codes.get(squeeze(text)) ?? codes.get(squeeze(withoutTitle(text))) ?? codeOfBic(text);

function codeOfBic(text: string): string | null {
  const bic = /^\s*([a-z]{4})th[a-z0-9]{2}(?:[a-z0-9]{3})?\s*$/i.exec(text);
  const institution = bic?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(institutions, institution) ? (institutions[institution] ?? null) : null;
}

/** As "ธนาคารกสิกรไทย" or "Kasikornbank"; null for an unknown code. */
export function bankTitle(code: string, language: Language): string | null {
  const bank = Object.hasOwn(banks, code) ? banks[code] : undefined;
  if (bank === undefined) return null;
  return language === 'th' ? `ธนาคาร${bank.th}` : bank.en;
}

/** `bankTitle` of the bank that the text names, or the text. */
export function namedBank(name: string, language: Language): string {
  const code = findBankCode(name);
  return (code === null ? null : bankTitle(code, language)) ?? name;
}

/** Reads 6 to 15 digits of any script, without spaces, dashes and format characters; else null. */
export function readAccountNumber(text: string): string | null {
  const digits = plainDigits(text).replace(/[\s\p{Dash_Punctuation}]/gu, '');
  return /^\d{6,15}$/.test(digits) ? digits : null;
}

/**
 * As Thai banks print it on a slip, for example "-x6789-x" at its end: four digits are visible. The
 * form is that of ten digits for every length, so the length is not disclosed.
 */
export function maskAccount(accountNumber: string): string {
  const shown = accountNumber.replace(/\D/g, '').slice(-5, -1);
  return `xxx-x-x${shown.padStart(4, 'x')}-x`;
}

function indexNames(): ReadonlyMap<string, string> {
  const index = new Map<string, string>();
  for (const [code, { short, en, th, aliases }] of Object.entries(banks)) {
    for (const name of [code, short, en, th, ...aliases]) {
      const text = comparedText(name);
      for (const key of [squeeze(text), squeeze(withoutTitle(text))]) {
        const taken = index.get(key) ?? code;
        if (taken !== code) throw new Error(`the bank name "${name}" is ambiguous`);
        index.set(key, code);
      }
    }
  }
  return index;
}

/** Keeps letters and digits only. */
function squeeze(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]|ฯ/gu, '');
}

/**
 * Removes words that mean "bank" and "company". Thai has no spaces, so they are removed at any
 * position, abbreviations at the beginning only. A company is a bank only if its name says so:
 * บมจ. แลนด์ แอนด์ เฮ้าส์ builds houses.
 */
function withoutTitle(text: string): string {
  return text
    .replace(/^\s*(?:บมจ\.?|บริษัท)\s*(?=ธนาคาร|ธ\.)/, '')
    .replace(/^\s*ธ\./, ' ')
    .replace(/ธนาคาร|จำกัด|จก\.|มหาชน/g, ' ')
    .replace(/public company limited|public co\.?,? ltd\b/gi, ' ')
    .replace(/(?<![\p{L}\p{N}])(?:plc|pcl|bank|the|of)(?![\p{L}\p{N}])/giu, ' ');
}

interface Account {
  readonly bankCode: string | null;
  readonly bankName: string;
  readonly accountNumber: string;
}

/** As the merchant names it. */
export interface Payee {
  readonly bankName: string;
  /** 6 to 15 digits. */
  readonly accountNumber: string;
}

/** Compares banks without a known code by their names. */
export const isSameAccount = (one: Account, other: Account): boolean =>
  one.accountNumber === other.accountNumber && bankOf(one) === bankOf(other);

const bankOf = ({ bankCode, bankName }: Account): string =>
  bankCode ?? squeeze(comparedText(bankName));
