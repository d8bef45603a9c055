import { z } from 'zod';

/** In API objects and events, in baht. */
export const feeFields = {
  fee: z.number().meta({
    description:
      'What the merchant pays for the order, without VAT, by the price that was valid when the ' +
      'money moved. Of a payout in progress: the fee that is held with it. 0 without a price.',
  }),
  fee_vat: z.number().meta({ description: 'Value added tax on the fee.' }),
};

export const netField = {
  net: z.number().meta({
    description:
      'What was credited and not taken back, without the fee and its VAT. Negative only by the ' +
      'fees of charge-backs.',
  }),
};
