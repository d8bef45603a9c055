/** Three digits, as slips name banks by. No bank of Thailand has these. */
export const SANDBOX_BANK_CODE = '999';
