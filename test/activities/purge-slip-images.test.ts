import { createHousekeeping } from '../../activities/housekeeping';
import { testDatabase } from '../support/database';
import { testConfig, testDeposit, testDeps, testMerchant } from '../support/gateway';

test('one run of housekeeping removes every expired slip image and no other', async () => {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex);
  const { orderId } = await testDeposit(deps, merchant);
  await knex.raw(
    `with added as (
       insert into slips (id, order_id, merchant_id, ref, ref_matches, sha256, media_type,
                          size_bytes, status, read_at)
       select 'slip_' || n, :orderId, :merchantId, 'ref', true, sha256(n::text::bytea), 'image/png',
              1000, 'unreadable', now() from generate_series(1, 251) as n returning id
     )
     insert into slip_images (slip_id, image_sealed, stored_at)
     select id, '', now() - case id when 'slip_1' then 29 else 31 end * interval '1 day'
     from added`,
    { orderId, merchantId: merchant.id },
  );
  const config = testConfig({ SLIP_RETENTION_DAYS: '30' });
  const purge = createHousekeeping({ ...deps, config }).purgeSlipImages;
  expect(await purge()).toBe(250);
  expect(await knex('slip_images').pluck('slip_id')).toEqual(['slip_1']);
});
