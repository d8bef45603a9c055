import type { Language } from '../language';

const en = {
  signInTitle: 'Confirm your sign-in',
  title: 'Confirm that it is you',
  hint: 'This action needs your second factor. Your input is kept.',
  passkey: 'Use a passkey',
  passkeyFault: 'The passkey was not confirmed. Try again, or enter a code.',
  code: 'Code',
  codeHint: 'From your authenticator app, or one of your recovery codes',
  confirm: 'Confirm',
  cancel: 'Cancel',
  enrolTitle: 'Add a second factor first',
  enrolHint:
    'This action needs a passkey or an authenticator app in addition to your password. Nothing ' +
    'has been changed.',
  enrol: 'Open the security page',
};

const th: typeof en = {
  signInTitle: 'ยืนยันการเข้าสู่ระบบ',
  title: 'ยืนยันตัวตน',
  hint: 'รายการนี้ต้องยืนยันตัวตนขั้นที่สอง ข้อมูลที่กรอกไว้ยังอยู่ครบ',
  passkey: 'ใช้พาสคีย์',
  passkeyFault: 'ยืนยันด้วยพาสคีย์ไม่สำเร็จ กรุณาลองใหม่หรือกรอกรหัส',
  code: 'รหัสยืนยัน',
  codeHint: 'จากแอปยืนยันตัวตน หรือรหัสกู้คืน',
  confirm: 'ยืนยัน',
  cancel: 'ยกเลิก',
  enrolTitle: 'เปิดใช้การยืนยันตัวตนสองขั้นตอนก่อน',
  enrolHint: 'รายการนี้ต้องใช้พาสคีย์หรือแอปยืนยันตัวตนร่วมกับรหัสผ่าน ยังไม่มีการเปลี่ยนแปลงใด ๆ',
  enrol: 'ไปที่หน้าความปลอดภัย',
};

export const stepUpTexts: Readonly<Record<Language, typeof en>> = { th, en };
