/**
 * Contradictory evidence (contract, section 11). Each case records the real movements in the run
 * log and reports something else as the provider.
 */
export const moneyInEvidence = [
  'short, then bare', // 60 % by an id, then success without id and amount
  'bare, then short', // success without id and amount, then 60 % by an id
  'two payers', // two movements without id, by payer and time
  'raised', // one id, first with 60 %, then with the whole amount
  'lowered', // one id, first with the whole amount, then with less
  'one id for two', // a movement of one order is reported for a second order as well
  'refused', // an empty id, another currency, an absurd amount; then a customer pays
  'nobody', // two movements for an order that does not exist; then a customer pays
] as const;
export type MoneyInEvidence = (typeof moneyInEvidence)[number];

export const payoutEvidence = [
  'paid out twice', // the bank repeats the payout with another id
  'part, then failed', // 60 % is paid, then the bank reports a failed payout
] as const;
export type PayoutEvidence = (typeof payoutEvidence)[number];
