import type { Language } from '../../kit/language';
import { sections } from './sections';
import { labelsIn } from '../../kit/section';
import { commonTexts } from '../../kit/texts';

const en = {
  ...commonTexts.en,
  disabled:
    'This merchant is not enabled yet. An operator must enable it before you can create anything.',
  payoutsHeld: (until: string) =>
    `Withdrawals and refunds are on hold until ${until}: a new owner, a higher limit, or checks ` +
    'after a system restore.',
  groups: { developers: 'Developers', settings: 'Settings' },
  sections: labelsIn(sections, 'en'),
  roles: {
    owner: 'Owner',
    developer: 'Developer',
    approver: 'Approver',
    bookkeeper: 'Bookkeeper',
    viewer: 'Viewer',
  },
  roleHints: {
    owner: 'Full access, including team and payouts',
    developer: 'API keys, webhooks and refunds. No payouts, no team changes',
    approver: 'Approves or rejects what others request. Cannot request anything',
    bookkeeper: 'Can view and export everything, including the activity log. No changes',
    viewer: 'Can view everything, but change nothing',
  },
  problems: {
    invalid_image: 'Choose a complete PNG, JPEG or WebP picture.',
    payload_too_large: 'The file is too large.',
    last_factor: 'Your role needs a second factor. Add another before you remove this one.',
    new_factor: 'A new authenticator removes nothing for 24 hours. Confirm with an older one.',
    ...commonTexts.en.problems,
    merchant_has_orders:
      'This merchant already has orders on accounts of the platform. It needs another merchant ' +
      'for contracts of its own.',
    too_many_accounts: 'A merchant can have at most 10 accounts. Change one that is off.',
    not_permitted: 'Your role does not allow this. Ask an owner.',
    merchant_disabled: 'This merchant is not enabled yet.',
    invalid_amount: 'Enter whole baht, e.g. 1,250.',
    payment_not_refundable: 'Only paid payments can be refunded.',
    refund_exceeds_remaining: 'That is more than the amount left to refund.',
    refund_window_passed: 'This payment is too old to be refunded.',
    permission_denied: 'Only owners can choose the account that receives a refund.',
    partial_refund_not_supported: 'The payment provider refunds this payment only in full.',
    destination_not_supported: 'The payment provider refunds this payment to its payer.',
    missing_destination: 'Enter the account that receives the refund.',
    insufficient_funds: 'Insufficient available balance. No money was moved.',
    payout_limit_exceeded:
      'This exceeds your daily payout limit, or payouts are on hold. No money was moved.',
    idempotency_key_reused: 'Another refund was made in the meantime. Please review it again.',
    invalid_url: 'The URL must be a public https address that answers our test request.',
    invalid_event: 'Choose at least one event.',
    too_many_webhooks: 'You have 16 webhooks, the maximum. Delete one first.',
    too_many_to_replay: 'More than 10,000 events. Choose a shorter period.',
    invalid_addresses: 'Enter up to 20 addresses or blocks, such as 203.0.113.7 or 203.0.113.0/24.',
    invalid_key_expiry: 'Choose an earlier expiry: keys of this gateway expire sooner.',
    invalid_payees: 'Enter up to 50 accounts, each as bank: number.',
    too_many_keys: 'You have 50 API keys, the maximum. Revoke an unused key first.',
    member_elsewhere: 'This person is also a member of another merchant. Contact support.',
    last_owner: 'A merchant needs at least one owner. Make another member an owner first.',
  },
  toHome: 'Go to the dashboard',
};

export type FrameTexts = typeof en;

const th: FrameTexts = {
  ...commonTexts.th,
  disabled: 'ร้านนี้ยังไม่เปิดใช้งาน จะสร้างรายการได้หลังจากผู้ดูแลระบบอนุมัติ',
  payoutsHeld: (until) => `ระงับการถอนและคืนเงินถึง ${until} (เจ้าของใหม่/เพิ่มวงเงิน/กู้คืนระบบ)`,
  groups: { developers: 'นักพัฒนา', settings: 'ตั้งค่า' },
  sections: labelsIn(sections, 'th'),
  roles: {
    owner: 'เจ้าของ',
    developer: 'นักพัฒนา',
    approver: 'ผู้อนุมัติ',
    bookkeeper: 'ฝ่ายบัญชี',
    viewer: 'ดูอย่างเดียว',
  },
  roleHints: {
    owner: 'ทำได้ทุกอย่าง รวมถึงจัดการทีมและการถอนเงิน',
    developer: 'คีย์ Webhook และการคืนเงิน แต่ถอนเงินและจัดการทีมไม่ได้',
    approver: 'อนุมัติหรือปฏิเสธคำขอของผู้อื่น แต่ส่งคำขอเองไม่ได้',
    bookkeeper: 'ดูและส่งออกข้อมูลได้ทั้งหมด รวมถึงประวัติการใช้งาน แต่แก้ไขไม่ได้',
    viewer: 'ดูได้ทุกอย่าง แต่แก้ไขไม่ได้',
  },
  problems: {
    invalid_image: 'เลือกรูปภาพ PNG, JPEG หรือ WebP ที่สมบูรณ์',
    payload_too_large: 'ไฟล์มีขนาดใหญ่เกินไป',
    last_factor: 'บทบาทของคุณต้องมีวิธียืนยันตัวตนอย่างน้อยหนึ่งวิธี กรุณาเพิ่มวิธีอื่นก่อน',
    new_factor: 'อุปกรณ์ใหม่ใช้ยืนยันการลบไม่ได้ใน 24 ชั่วโมง กรุณาใช้อุปกรณ์เดิม',
    ...commonTexts.th.problems,
    merchant_has_orders: 'ร้านนี้มีรายการบนบัญชีของแพลตฟอร์มแล้ว ต้องใช้ร้านใหม่',
    too_many_accounts: 'ร้านมีบัญชีครบ 10 บัญชีแล้ว กรุณาแก้ไขบัญชีที่ปิดอยู่',
    not_permitted: 'บทบาทของคุณทำรายการนี้ไม่ได้ กรุณาติดต่อเจ้าของร้าน',
    merchant_disabled: 'ร้านนี้ยังไม่เปิดใช้งาน',
    invalid_amount: 'กรอกจำนวนเต็มบาท เช่น 1,250',
    payment_not_refundable: 'คืนเงินได้เฉพาะรายการที่ชำระแล้ว',
    refund_exceeds_remaining: 'มากกว่ายอดที่คืนได้',
    refund_window_passed: 'รายการนี้ชำระมานานเกินกำหนด คืนเงินไม่ได้แล้ว',
    permission_denied: 'เฉพาะเจ้าของร้านเท่านั้นที่เลือกบัญชีรับเงินคืนได้',
    partial_refund_not_supported: 'ผู้ให้บริการคืนเงินรายการนี้ได้เต็มจำนวนเท่านั้น',
    destination_not_supported: 'ผู้ให้บริการคืนเงินรายการนี้ให้ผู้ชำระเงินเท่านั้น',
    missing_destination: 'กรุณาระบุบัญชีที่รับเงินคืน',
    insufficient_funds: 'ยอดเงินที่ใช้ได้ไม่พอ ยังไม่มีการโอนเงิน',
    payout_limit_exceeded: 'เกินวงเงินโอนออกต่อวัน หรือการโอนออกถูกระงับ ยังไม่มีการโอนเงิน',
    idempotency_key_reused: 'มีการคืนเงินด้วยยอดอื่นไปแล้ว กรุณาตรวจสอบรายการอีกครั้ง',
    invalid_url: 'URL ต้องเป็น https ที่เข้าถึงได้จากอินเทอร์เน็ต และตอบคำขอทดสอบของเรา',
    invalid_event: 'เลือกอย่างน้อยหนึ่งเหตุการณ์',
    too_many_webhooks: 'มี Webhook ครบ 16 รายการแล้ว กรุณาลบก่อน',
    too_many_to_replay: 'มากกว่า 10,000 เหตุการณ์ กรุณาเลือกช่วงเวลาที่สั้นลง',
    invalid_addresses: 'กรอกที่อยู่ IP หรือช่วง CIDR ไม่เกิน 20 รายการ เช่น 203.0.113.0/24',
    invalid_key_expiry: 'เลือกวันหมดอายุที่เร็วกว่านี้ ระบบกำหนดอายุคีย์สั้นกว่าที่เลือก',
    invalid_payees: 'กรอกบัญชีไม่เกิน 50 บัญชี ในรูปแบบ ธนาคาร: เลขที่บัญชี',
    too_many_keys: 'มีคีย์ครบ 50 คีย์แล้ว กรุณาเพิกถอนคีย์ที่ไม่ใช้ก่อน',
    member_elsewhere: 'บุคคลนี้เป็นสมาชิกของร้านอื่นด้วย กรุณาติดต่อผู้ให้บริการ',
    last_owner: 'ร้านต้องมีเจ้าของอย่างน้อยหนึ่งคน กรุณาตั้งเจ้าของคนอื่นก่อน',
  },
  toHome: 'ไปที่แดชบอร์ด',
};

export const texts: Readonly<Record<Language, FrameTexts>> = { th, en };
