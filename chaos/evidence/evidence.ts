/**
 * Evidence that contradicts itself (contract, section 11). Each case states what the bank really
 * moved, in the notes of the load, and what the provider reports of it.
 */
export const moneyInEvidence = [
  'short, then bare', // 60 % by an id, then success without id and amount
  'bare, then short', // success without id and amount, then 60 % by an id
  'two payers', // two movements without id, by payer and time
  'raised', // one id, first with 60 %, then with all
  'lowered', // one id, first with all, then with less
  'one id for two', // a movement of one order is reported for another order, too
  'refused', // an empty id, another currency, an absurd amount; then a customer pays
  'nobody', // two movements for an order that does not exist; then a customer pays
] as const;
export type MoneyInEvidence = (typeof moneyInEvidence)[number];

export const payoutEvidence = [
  'paid out twice', // the bank makes the payout again under another id
  'part, then failed', // 60 % leaves, then the bank reports that the payout failed
] as const;
export type PayoutEvidence = (typeof payoutEvidence)[number];
