import { formatMoney } from '../../../src/kernel/rules/money';
import { renderDocument } from '../../../src/platform/html';
import type { BankMessage, BillPayment } from './bill-bank';

const outcomes = {
  paid: 'จ่ายแล้ว · Paid',
  refused: 'ผู้รับชำระปฏิเสธ · Refused by the biller',
  cancelled: 'ผู้จ่ายยกเลิก · Cancelled by the payer',
  unconfirmed: 'ตัดเงินแล้ว ยังไม่ได้รับการยืนยัน · Taken, not confirmed',
} as const;

const style = `body{font:1rem/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}
label{display:block;margin:.75rem 0}textarea,input[type=text]{width:100%;font:inherit;padding:.5rem;
box-sizing:border-box}button{font:inherit;padding:.6rem 1rem;margin-right:.5rem}
li{margin:1rem 0}.refused,.unconfirmed,.fault{color:#b00020}.paid{color:#0a6b2d}`;

const hint =
  'ธนาคารนี้ถามผู้รับชำระก่อนตัดเงิน · This bank verifies with the biller before it takes money.';

/** The payer's page: a code to pay, and the payments with the messages between the two banks. */
export function renderBillBank(payments: readonly BillPayment[], fault: string | null): string {
  return renderDocument(
    <html lang="th">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Bill bank</title>
        <style>{style}</style>
      </head>
      <body>
        <main>
          <h1>ธนาคารผู้จ่าย · Payer’s bank</h1>
          <p>{hint}</p>
          {fault !== null && (
            <p class="fault" role="alert">
              {fault}
            </p>
          )}
          <form method="post" action="/pay">
            <label>
              ข้อความใน QR · Text of the QR code
              <textarea name="qrData" rows={4} required />
            </label>
            <label>
              จำนวนเงิน (บาท) ไม่กรอก = ตาม QR · Amount in baht, empty: as in the code
              <input type="text" name="amount" inputmode="decimal" maxlength={20} />
            </label>
            <button>จ่าย · Pay</button>
            <button name="cancel" value="yes">
              จ่ายแล้วยกเลิก · Pay and cancel
            </button>
          </form>
          <h2>รายการ · Payments</h2>
          {payments.length === 0 ? <p>ยังไม่มี · None yet.</p> : <ol>{payments.map(item)}</ol>}
        </main>
      </body>
    </html>,
  );
}

const item = ({ outcome, amountSatang, reference1, messages, at }: BillPayment) => (
  <li>
    <strong class={outcome}>{outcomes[outcome]}</strong> {formatMoney(amountSatang)}{' '}
    <code>{reference1}</code> <time datetime={at.toISOString()}>{at.toISOString()}</time>
    <ul>{messages.map(line)}</ul>
  </li>
);

const line = ({ request, code, text }: BankMessage) => (
  <li>
    <code>{request}</code> → <code>{code ?? '–'}</code> {text}
  </li>
);
