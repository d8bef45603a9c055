import type { Context, Next } from 'koa';
import type { Logger } from '../../src/platform/observe/log';
import { ApiError } from './api-error';
import { type Language, languageOf } from './language';
import { renderPage } from './layout';

export interface ErrorsDeps {
  readonly clock: () => number;
  readonly log: Logger;
}

const texts = {
  en: { title: 'The request failed', back: 'Back to the list' },
  th: { title: 'ทำรายการไม่สำเร็จ', back: 'กลับไปที่รายการ' },
};

/** Error messages in Thai by code. The English ones are those of the API. */
const thaiMessages: Readonly<Record<string, string>> = {
  qr_damaged: 'รหัสตรวจสอบ (CRC) ของ QR ไม่ถูกต้อง',
  qr_malformed: 'ข้อความนี้ไม่ใช่ QR สำหรับชำระเงิน',
  qr_not_a_bill: 'QR นี้ไม่ใช่การชำระบิลของไทย (tag 30)',
  qr_not_thai: 'ชำระได้เฉพาะ QR ของไทยที่เป็นเงินบาท',
  qr_unknown_biller: 'ธนาคารนี้ไม่รู้จักผู้รับชำระใน QR',
  qr_without_amount: 'QR นี้ไม่ได้ระบุจำนวนเงิน',
  invalid_amount: 'จำนวนเงินไม่ถูกต้อง',
  already_used: 'แบบฟอร์มนี้ถูกใช้ไปแล้ว กรุณากลับไปที่รายการ',
  bank_full: 'ธนาคารทดสอบเก็บรายการครบจำนวนสูงสุดแล้ว',
  cross_site: 'ไม่อนุญาตให้เว็บไซต์อื่นใช้ธนาคารนี้',
  payment_not_found: 'ไม่พบรายการชำระเงินนี้',
  payout_not_found: 'ไม่พบรายการโอนออกนี้',
  refund_not_found: 'ไม่พบรายการคืนเงินนี้',
  charge_not_found: 'ไม่พบรายการเรียกเก็บเงินนี้',
  already_decided: 'รายการนี้มีผลเป็นอย่างอื่นแล้ว',
  slip_not_found: 'ไม่พบสลิปนี้',
  callback_not_found: 'ไม่พบการแจ้งผลนี้',
  not_found: 'ไม่พบหน้านี้',
  method_not_allowed: 'ไม่รองรับคำขอแบบนี้',
  internal_error: 'เกิดข้อผิดพลาดภายใน ดูรายละเอียดในไฟล์บันทึก',
};

export const errorText = ({ code, message }: ApiError, language: Language): string =>
  (language === 'th' ? thaiMessages[code] : undefined) ?? message;

/** Paths whose errors are JSON. Others get an HTML page. */
const jsonPaths = /^\/(api|payouts|refunds|charges|slips)(\/|$)/;

export function renderErrors({ clock, log }: ErrorsDeps) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
      if (ctx.status === 405) throw new ApiError(405, 'method_not_allowed', 'Method not allowed.');
      if (ctx.status === 404) throw new ApiError(404, 'not_found', 'Not found.');
    } catch (error) {
      const apiError = apiErrorOf(error, log);
      const { status, code, message } = apiError;
      ctx.status = status;
      ctx.body = jsonPaths.test(ctx.path)
        ? { error: { code, message } }
        : renderErrorPage(apiError, languageOf(ctx), clock());
    }
  };
}

/**
 * Any error as an ApiError. Errors of Koa and raw-body say with `expose` whether their message may
 * be shown; every other error is logged and becomes a 500.
 */
export function apiErrorOf(error: unknown, log: Logger): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Error && 'expose' in error && error.expose === true) {
    const status = 'status' in error && typeof error.status === 'number' ? error.status : 400;
    return new ApiError(status, 'invalid_request', error.message);
  }
  log.error({ err: error }, 'request failed');
  return new ApiError(500, 'internal_error', 'Internal error. The log has the details.');
}

function renderErrorPage(error: ApiError, language: Language, nowMs: number): string {
  const { title, back } = texts[language];
  const main = (
    <>
      <div class="card empty" role="alert">
        <h1>{title}</h1>
        <p>{errorText(error, language)}</p>
      </div>
      <p class="back">
        <a class="button" href={`/?lang=${language}`}>
          {back}
        </a>
      </p>
    </>
  );
  return renderPage({ language, nowMs, title, path: '/', main });
}
