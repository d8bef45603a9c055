import type { ProblemCode } from '../../domain/problem';
import type { Language } from './language';

const problems: Readonly<Partial<Record<ProblemCode, string>>> = {
  wrong_credentials: 'Incorrect email or password.',
  wrong_factor: 'Not confirmed. Check the code, or try the passkey again.',
  code_used: 'This code was already used. Wait for the next one.',
  weak_password:
    'Too easy to guess. Use 12 characters or more, no common password and not your email name.',
  password_used_before: 'You have used this password before. Choose another one.',
  invalid_email: 'Enter a valid email address, e.g. name@example.com.',
  missing_parameter: 'This field is required.',
  invalid_request: 'This value is not valid. Please check it.',
  rate_limit_exceeded: 'Too many attempts. Wait a few minutes and try again.',
  unavailable: 'Temporarily unavailable. Please try again in a moment.',
  link_expired: 'This link has expired or was already used.',
  misdirected_request: 'This page is not available at this address. Open it at its usual address.',
  cross_site: 'This form has expired. Please reload the page and try again.',
  state_conflict: 'Not possible now: the status has changed, or another request is in progress.',
  member_already: 'This person is already a team member.',
  own_proposal: 'Another person has to decide this: you requested it, or made the key that did.',
  approval_ended: 'This request has been decided or has expired.',
  too_few_approvers: 'Your team needs two owners or approvers first. Invite another person.',
};

const en = {
  skip: 'Skip to content',
  menu: 'Menu',
  navigation: 'Main navigation',
  language: 'Language',
  sandbox: 'Sandbox',
  sandboxHint: 'Test money only',
  signOut: 'Sign out',
  save: 'Save',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  yes: 'Yes',
  optional: 'optional',
  show: 'Show',
  showAll: 'Show all',
  older: 'Older',
  newest: 'Newest',
  signedInAs: 'Signed in as',
  problems,
  problem: 'Something went wrong on our side. Please try again.',
  notFound: 'Page not found',
  notFoundHint: 'The address may be wrong, or the page no longer exists.',
  tryAgain: 'Try again',
  tryAgainIn: (seconds: number) => `Too many attempts. Try again in ${seconds} seconds.`,
  requestId: 'Request ID',
};

const th: typeof en = {
  skip: 'ข้ามไปที่เนื้อหา',
  menu: 'เมนู',
  navigation: 'เมนูหลัก',
  language: 'ภาษา',
  sandbox: 'ระบบทดลอง',
  sandboxHint: 'ไม่มีเงินจริง',
  signOut: 'ออกจากระบบ',
  save: 'บันทึก',
  cancel: 'ยกเลิก',
  copy: 'คัดลอก',
  copied: 'คัดลอกแล้ว',
  yes: 'ใช่',
  optional: 'ไม่บังคับ',
  show: 'แสดง',
  showAll: 'แสดงทั้งหมด',
  older: 'ก่อนหน้า',
  newest: 'ล่าสุด',
  signedInAs: 'เข้าสู่ระบบในชื่อ',
  problems: {
    wrong_credentials: 'อีเมลหรือรหัสผ่านไม่ถูกต้อง',
    wrong_factor: 'ยืนยันไม่สำเร็จ กรุณาตรวจสอบรหัส หรือลองใช้พาสคีย์อีกครั้ง',
    code_used: 'รหัสนี้ใช้ไปแล้ว กรุณารอรหัสถัดไป',
    weak_password: 'เดาง่ายเกินไป ใช้อย่างน้อย 12 ตัวอักษร ไม่ใช้รหัสที่พบบ่อยและไม่ใช้ชื่ออีเมล',
    password_used_before: 'เคยใช้รหัสผ่านนี้แล้ว กรุณาตั้งรหัสผ่านที่ไม่ซ้ำกับ 4 รหัสล่าสุด',
    invalid_email: 'กรอกอีเมลให้ถูกต้อง เช่น name@example.com',
    missing_parameter: 'กรุณากรอกช่องนี้',
    invalid_request: 'ค่านี้ไม่ถูกต้อง กรุณาตรวจสอบ',
    rate_limit_exceeded: 'ลองหลายครั้งเกินไป กรุณารอสักครู่แล้วลองใหม่',
    unavailable: 'ทำรายการไม่ได้ในขณะนี้ กรุณาลองใหม่อีกสักครู่',
    link_expired: 'ลิงก์นี้ถูกใช้แล้วหรือหมดอายุ',
    misdirected_request: 'หน้านี้ไม่ได้ให้บริการที่ที่อยู่นี้ กรุณาเปิดจากที่อยู่หลักของระบบ',
    cross_site: 'แบบฟอร์มนี้หมดอายุแล้ว กรุณาโหลดหน้านี้ใหม่แล้วลองอีกครั้ง',
    state_conflict: 'ทำไม่ได้ในขณะนี้ สถานะเปลี่ยนไปแล้วหรือกำลังทำอยู่',
    member_already: 'อีเมลนี้อยู่ในทีมแล้ว',
    own_proposal: 'ต้องให้ผู้อื่นพิจารณา เพราะคุณหรือคีย์ที่คุณสร้างเป็นผู้ขอ',
    approval_ended: 'คำขอนี้พิจารณาแล้วหรือหมดอายุแล้ว',
    too_few_approvers: 'ทีมต้องมีเจ้าของหรือผู้อนุมัติอย่างน้อย 2 คน โปรดเชิญเพิ่มก่อน',
  },
  problem: 'ระบบขัดข้อง กรุณาลองใหม่',
  notFound: 'ไม่พบหน้านี้',
  notFoundHint: 'ที่อยู่อาจพิมพ์ผิด หรือรายการถูกลบไปแล้ว',
  tryAgain: 'ลองใหม่',
  tryAgainIn: (seconds) => `ลองหลายครั้งเกินไป กรุณาลองใหม่ในอีก ${seconds} วินาที`,
  requestId: 'รหัสแจ้งปัญหา',
};

export type CommonTexts = typeof en & {
  /** Confirmations shown on the page after a form action. */
  readonly done: Readonly<Record<string, string>>;
  readonly toHome: string;
};

export const commonTexts: Readonly<Record<Language, typeof en>> = { th, en };
