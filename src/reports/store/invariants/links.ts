/** Payment links. */
export const links: Readonly<Record<string, string>> = {
  'a payment link counts its succeeded payments, which are of its merchant': `
    select payment_links.id, paid, counted.succeeded, counted.others
    from payment_links left join (
      select payment_link_id as id, count(*) filter (where status = 'succeeded') as succeeded,
             count(*) filter (where orders.merchant_id <> links.merchant_id
               or orders.kind <> 'payment') as others
      from orders join payment_links as links on links.id = payment_link_id group by 1
    ) as counted using (id)
    where paid <> coalesce(counted.succeeded, 0) or counted.others > 0
    union all
    select payment_link_id, null, null, count(*) from orders
    where payment_link_id is not null
      and not exists (select from payment_links where payment_links.id = payment_link_id)
    group by 1`,

  'money settles at most as many payments as a link takes, and none after its stop': `
    with settled as (
      select payment_link_id, status_changes.at
      from orders join status_changes on status_changes.order_id = orders.id
      join callbacks on callbacks.id = cause
      where payment_link_id is not null and to_status = 'succeeded'
    )
    select payment_links.id, payments_max, stopped_at, count(*) as settled,
           max(settled.at) as settled_at
    from settled join payment_links on payment_links.id = payment_link_id
    group by payment_links.id
    having count(*) > payments_max or max(settled.at) > stopped_at`,
};
