import type { Language } from '../../kit/language';

/** The name of a kind of order, such as `Payment` and `Payments`. */
interface Noun {
  readonly name: string;
  readonly plural: string;
}

const en = {
  balance: 'Balance and today',
  available: 'Available',
  availableHint: 'Can be paid out or refunded now',
  held: 'Held',
  heldHint: 'Reserved for withdrawals and refunds in progress',
  inToday: 'Received today',
  outToday: 'Paid out today',
  times: (count: number) => (count === 1 ? '1 transfer' : `${count} transfers`),
  rate: 'Success rate',
  rateHint: (paid: string, decided: string) =>
    `${paid} of ${decided} paid or declined payments, last 30 days. Expired codes do not count`,
  rateNone: 'No paid or declined payments in the last 30 days',
  chart: 'Money received, last 30 days',
  chartHint: 'Per day, Bangkok time, including today',
  chartSum: (sum: string, best: string, day: string) =>
    `Total ${sum}. Best day: ${day} with ${best}.`,
  chartNone: 'No money received in the last 30 days.',
  table: 'Show as a table',
  day: 'Day',
  moneyIn: 'Received',
  moneyOut: 'Paid out',
  count: 'Transfers',
  attention: 'Needs attention',
  failing: (url: string) => `Webhook ${url} is failing`,
  review: ({ name, plural }: Noun, count: number) =>
    count === 1
      ? `1 ${name.toLowerCase()} is under review`
      : `${count} ${plural.toLowerCase()} are under review`,
  otherItem: { name: 'other item', plural: 'other items' },
  start: 'Accept your first payment',
  startHint: 'Three steps, a few minutes',
  keyStep: 'Create an API key',
  keyHint: 'Your server uses it to authenticate. Keep it secret, like a password.',
  keyPress: 'Create API key',
  keyShown: 'This key is shown only once. Copy it now.',
  key: 'API key',
  keyAsk: 'Ask an owner or developer of your team to create one.',
  curlStep: 'Create a QR code',
  curlHint: 'Run this in a terminal, then open the qr_image_url from the response.',
  curl: 'Command',
  payStep: 'Pay the QR code',
  payHint: 'Open the sandbox bank and pay the pending QR code. This page updates automatically.',
  payLiveHint: 'Scan the QR code with a banking app. This page updates automatically.',
  payPress: 'Open the sandbox bank',
  stepDone: '(done)',
  stepOpen: '(not done)',
  keyMade: 'You have an API key. View keys or create another one:',
  firstPaid: (amount: string) => `Your first ${amount} has arrived`,
  next: 'Next steps',
  nextOrder: 'View this payment',
  nextWebhook: 'Add a webhook to be notified of payments',
  nextDocs: 'Read the API documentation',
  nextTeam: 'Invite your team',
};

export type HomeTexts = typeof en;

const th: HomeTexts = {
  balance: 'ยอดเงินและยอดวันนี้',
  available: 'ยอดที่ใช้ได้',
  availableHint: 'ใช้ถอนหรือคืนเงินได้ตอนนี้',
  held: 'ยอดที่กันไว้',
  heldHint: 'สำหรับการถอนและคืนเงินที่กำลังดำเนินการ',
  inToday: 'เงินเข้าวันนี้',
  outToday: 'เงินออกวันนี้',
  times: (count) => `${count} รายการ`,
  rate: 'อัตราการชำระเงินสำเร็จ',
  rateHint: (paid, decided) =>
    `${paid} จาก ${decided} รายการที่ชำระแล้วหรือถูกปฏิเสธใน 30 วัน ไม่นับ QR ที่หมดอายุ`,
  rateNone: 'ยังไม่มีรายการที่ชำระแล้วหรือถูกปฏิเสธใน 30 วัน',
  chart: 'เงินเข้า 30 วันล่าสุด',
  chartHint: 'รายวัน ตามเวลาประเทศไทย รวมวันนี้',
  chartSum: (sum, best, day) => `เงินเข้ารวม ${sum} สูงสุดวันที่ ${day} จำนวน ${best}`,
  chartNone: 'ยังไม่มีเงินเข้าใน 30 วันล่าสุด',
  table: 'แสดงเป็นตาราง',
  day: 'วันที่',
  moneyIn: 'เงินเข้า',
  moneyOut: 'เงินออก',
  count: 'จำนวน',
  attention: 'เรื่องที่ต้องตรวจสอบ',
  failing: (url) => `ส่งไปยัง Webhook ${url} ไม่สำเร็จ`,
  review: ({ name }, count) => `${name}อยู่ระหว่างตรวจสอบ ${count} รายการ`,
  otherItem: { name: 'รายการอื่น', plural: 'รายการอื่น' },
  start: 'เริ่มรับชำระเงิน',
  startHint: 'สามขั้นตอนสู่การชำระเงินครั้งแรก',
  keyStep: 'สร้างคีย์ API',
  keyHint: 'คีย์ใช้ยืนยันตัวตนของระบบคุณกับเรา เก็บเป็นความลับเหมือนรหัสผ่าน',
  keyPress: 'สร้างคีย์แรก',
  keyShown: 'คีย์นี้แสดงครั้งเดียว คัดลอกเก็บไว้ตอนนี้',
  key: 'คีย์ API',
  keyAsk: 'กรุณาให้เจ้าของร้านหรือนักพัฒนาในทีมสร้างคีย์',
  curlStep: 'สร้าง QR',
  curlHint: 'รันคำสั่งนี้ในเทอร์มินัล แล้วเปิด qr_image_url ในคำตอบ',
  curl: 'คำสั่ง',
  payStep: 'ชำระเงิน',
  payHint: 'เปิดธนาคารทดลอง แล้วชำระ QR ที่รออยู่ หน้านี้จะอัปเดตอัตโนมัติ',
  payLiveHint: 'สแกน QR ด้วยแอปธนาคาร หน้านี้จะอัปเดตอัตโนมัติ',
  payPress: 'เปิดธนาคารทดลอง',
  stepDone: '(เสร็จแล้ว)',
  stepOpen: '(ยังไม่เสร็จ)',
  keyMade: 'สร้างคีย์แล้ว ดูหรือสร้างคีย์ใหม่ได้ที่',
  firstPaid: (amount) => `รับชำระเงินครั้งแรกแล้ว ${amount}`,
  next: 'ขั้นตอนถัดไป',
  nextOrder: 'ดูรายการชำระเงินนี้',
  nextWebhook: 'เพิ่ม Webhook เพื่อรับแจ้งเตือนการชำระเงิน',
  nextDocs: 'อ่านเอกสาร API',
  nextTeam: 'เชิญสมาชิกเข้าทีม',
};

export const homeTexts: Readonly<Record<Language, HomeTexts>> = { th, en };
