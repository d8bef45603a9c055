import { QR_AMOUNT_MAX_BAHT, QR_AMOUNT_MIN_BAHT } from '../kernel/rules/money';
import { amountRule, says } from './fields';

const rule = amountRule('whole number', QR_AMOUNT_MIN_BAHT, QR_AMOUNT_MAX_BAHT);
export const wholeBaht = `${rule}; got`;
/** The error for an amount that is not a whole number of baht. */
export const notBaht = says('invalid_amount', wholeBaht);
