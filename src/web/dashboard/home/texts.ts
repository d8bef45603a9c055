import type { OrderKind } from '../../../domain/order';
import type { Language } from '../../kit/language';

export interface HomeTexts {
  readonly balance: string;
  readonly available: string;
  readonly availableHint: string;
  readonly held: string;
  readonly heldHint: string;
  readonly inToday: string;
  readonly outToday: string;
  readonly times: (count: number) => string;
  readonly rate: string;
  readonly rateHint: (paid: string, ended: string) => string;
  readonly rateNone: string;
  readonly chart: string;
  readonly chartHint: string;
  readonly chartSum: (sum: string, best: string, day: string) => string;
  readonly chartNone: string;
  readonly table: string;
  readonly day: string;
  readonly moneyIn: string;
  readonly moneyOut: string;
  readonly count: string;
  readonly attention: string;
  readonly failing: (url: string) => string;
  readonly review: Readonly<Record<OrderKind, (count: number) => string>>;
  readonly otherReview: (count: number) => string;
  readonly start: string;
  readonly startHint: string;
  readonly keyStep: string;
  readonly keyHint: string;
  readonly keyPress: string;
  readonly keyShown: string;
  readonly key: string;
  readonly keyAsk: string;
  readonly curlStep: string;
  readonly curlHint: string;
  readonly curl: string;
  readonly payStep: string;
  readonly payHint: string;
  readonly payLiveHint: string;
  readonly payPress: string;
  readonly stepDone: string;
  readonly stepOpen: string;
  readonly keyMade: string;
  readonly firstPaid: (amount: string) => string;
  readonly next: string;
  readonly nextOrder: string;
  readonly nextWebhook: string;
  readonly nextDocs: string;
  readonly nextTeam: string;
}

const underReview = (noun: string) => (count: number) =>
  count === 1 ? `1 ${noun} is under review` : `${count} ${noun}s are under review`;

export const homeTexts: Readonly<Record<Language, HomeTexts>> = {
  th: {
    balance: 'ยอดเงินและยอดวันนี้',
    available: 'ถอนได้',
    availableHint: 'ใช้ถอนหรือคืนเงินได้ตอนนี้',
    held: 'กันไว้',
    heldHint: 'สำหรับการถอนและคืนเงินที่กำลังดำเนินการ',
    inToday: 'เงินเข้าวันนี้',
    outToday: 'เงินออกวันนี้',
    times: (count) => `${count} รายการ`,
    rate: 'อัตราชำระสำเร็จ',
    rateHint: (paid, ended) => `${paid} จาก ${ended} รายการใน 30 วัน`,
    rateNone: 'ยังไม่มีรายการที่สิ้นสุดใน 30 วัน',
    chart: 'เงินเข้า 30 วันล่าสุด',
    chartHint: 'ตามวันเวลาไทย รวมวันนี้',
    chartSum: (sum, best, day) => `เงินเข้ารวม ${sum} วันที่มากที่สุดคือ ${day} ${best}`,
    chartNone: 'ยังไม่มีเงินเข้าใน 30 วันล่าสุด',
    table: 'แสดงเป็นตาราง',
    day: 'วันที่',
    moneyIn: 'เงินเข้า',
    moneyOut: 'เงินออก',
    count: 'จำนวน',
    attention: 'สิ่งที่ควรดู',
    failing: (url) => `เว็บฮุก ${url} ไม่ตอบรับ`,
    review: {
      payment: (count) => `การชำระเงินอยู่ระหว่างตรวจสอบ ${count} รายการ`,
      deposit: (count) => `เงินฝากอยู่ระหว่างตรวจสอบ ${count} รายการ`,
      withdrawal: (count) => `การถอนเงินอยู่ระหว่างตรวจสอบ ${count} รายการ`,
      refund: (count) => `การคืนเงินอยู่ระหว่างตรวจสอบ ${count} รายการ`,
    },
    otherReview: (count) => `รายการอื่นอยู่ระหว่างตรวจสอบ ${count} รายการ`,
    start: 'เริ่มรับชำระเงิน',
    startHint: 'สามขั้นตอนสู่การชำระเงินครั้งแรก',
    keyStep: 'สร้างคีย์ API',
    keyHint: 'คีย์ใช้ยืนยันตัวตนของระบบคุณกับเรา เก็บเป็นความลับเหมือนรหัสผ่าน',
    keyPress: 'สร้างคีย์แรก',
    keyShown: 'คีย์นี้แสดงครั้งเดียว คัดลอกเก็บไว้ตอนนี้',
    key: 'คีย์ API',
    keyAsk: 'ให้เจ้าของหรือนักพัฒนาในทีมสร้างคีย์',
    curlStep: 'สร้าง QR',
    curlHint: 'รันคำสั่งนี้ในเทอร์มินัล แล้วเปิด qr_image_url ในคำตอบ',
    curl: 'คำสั่ง',
    payStep: 'ชำระเงิน',
    payHint: 'เปิดธนาคารทดลอง แล้วกดจ่าย QR ที่รออยู่ หน้านี้จะอัปเดตอัตโนมัติ',
    payLiveHint: 'สแกน QR ด้วยแอปธนาคาร หน้านี้จะอัปเดตอัตโนมัติ',
    payPress: 'เปิดธนาคารทดลอง',
    stepDone: '(เสร็จแล้ว)',
    stepOpen: '(ยังไม่เสร็จ)',
    keyMade: 'สร้างคีย์แล้ว ดูหรือสร้างคีย์ใหม่ได้ที่',
    firstPaid: (amount) => `รับชำระเงินครั้งแรกแล้ว ${amount}`,
    next: 'ขั้นต่อไป',
    nextOrder: 'ดูรายการชำระเงินนี้',
    nextWebhook: 'เพิ่มเว็บฮุกเพื่อรับแจ้งเตือนการชำระเงิน',
    nextDocs: 'อ่านเอกสาร API',
    nextTeam: 'เชิญสมาชิกเข้าทีม',
  },
  en: {
    balance: 'Balance and today',
    available: 'Available',
    availableHint: 'Can be paid out or refunded now',
    held: 'Held',
    heldHint: 'For withdrawals and refunds under way',
    inToday: 'In today',
    outToday: 'Out today',
    times: (count) => (count === 1 ? '1 transfer' : `${count} transfers`),
    rate: 'Paid',
    rateHint: (paid, ended) => `${paid} of ${ended} in 30 days`,
    rateNone: 'Nothing has ended in 30 days',
    chart: 'Money in, last 30 days',
    chartHint: 'By days in Bangkok, today included',
    chartSum: (sum, best, day) => `${sum} came in; the best day was ${day} with ${best}.`,
    chartNone: 'No money has come in for 30 days.',
    table: 'Show as a table',
    day: 'Day',
    moneyIn: 'In',
    moneyOut: 'Out',
    count: 'Transfers',
    attention: 'Needs attention',
    failing: (url) => `The webhook ${url} does not answer`,
    review: {
      payment: underReview('payment'),
      deposit: underReview('deposit'),
      withdrawal: underReview('withdrawal'),
      refund: underReview('refund'),
    },
    otherReview: underReview('other item'),
    start: 'Take your first payment',
    startHint: 'Three steps, a few minutes',
    keyStep: 'Create an API key',
    keyHint: 'It proves your server to us. Keep it like a password.',
    keyPress: 'Create the first key',
    keyShown: 'This key is shown once. Copy it now.',
    key: 'API key',
    keyAsk: 'Ask an owner or a developer of your team to create one.',
    curlStep: 'Create a QR code',
    curlHint: 'Run this in a terminal, and open qr_image_url of the answer.',
    curl: 'Command',
    payStep: 'Pay it',
    payHint: 'Open the sandbox bank and pay the pending QR code. This page updates automatically.',
    payLiveHint: 'Scan the code with a banking app. This page updates automatically.',
    payPress: 'Open the sandbox bank',
    stepDone: '(done)',
    stepOpen: '(not done)',
    keyMade: 'You have an API key. View keys or create another one:',
    firstPaid: (amount) => `Your first ${amount} has arrived`,
    next: 'Next steps',
    nextOrder: 'View this payment',
    nextWebhook: 'Add a webhook to be notified of payments',
    nextDocs: 'Read the API documentation',
    nextTeam: 'Invite your team',
  },
};
