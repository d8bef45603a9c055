import { z } from 'zod';
import { pricedMethods } from '../rules/price';

const baht = (description: string) => z.number().meta({ description });

const band = z.object({
  from: baht('The lowest amount of the band, in baht. The first band begins at 0.'),
  percent: z.number().meta({ description: 'Share of the amount in percent: `1.65` is 1.65 %.' }),
  flat: baht('Fixed part in baht, added to the share.'),
  min: baht('The fee is at least this, in baht. Null: no minimum.').nullable(),
  max: baht('The fee is at most this, in baht. Null: no maximum.').nullable(),
});

const price = z
  .object({
    price_id: z.string().describe('The id of this version of the price.'),
    method: z.enum(pricedMethods).meta({
      description: '`qr` and `token`: payments of the method. The others: orders of the kind.',
    }),
    valid_from: z.iso.datetime().meta({
      description: 'Applies to money that moves from this time on, until the next version.',
    }),
    returned_with_refunds: z
      .boolean()
      .describe('True: a refund returns its share of the fee of its payment.'),
    dispute: baht('The fee of a charge-back that you bear, in baht, without VAT.'),
    kept_after_dispute: z
      .boolean()
      .describe('True: the fee of money that is charged back, or whose credit is undone, is kept.'),
    bands: z.array(band).describe('Lowest first. The amount of an order selects its band.'),
  })
  .meta({ id: 'Price' });

export const priceList = z
  .object({
    prices: z.array(price).meta({ description: 'All versions, newest first.' }),
    vat_percent: z.number().meta({ description: 'The present rate of VAT on fees, in percent.' }),
  })
  .meta({ id: 'PriceList' });
