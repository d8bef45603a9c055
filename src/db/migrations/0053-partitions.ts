import type { Knex } from 'knex';

/**
 * Rotation of tables that are partitioned by ranges of their time-ordered ids. Processes run under
 * a role that owns nothing: they may call `rotate_partitions`, which does nothing but what is due
 * by `partition_rules`. `gateway migrate` writes the rules from `src/db/postgres/partitions.ts`.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(rules);
  await knex.raw(rotation);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}

const rules = `
  create table partition_rules (
    table_name text primary key,
    -- The prefix of the ids. 10 digits of Crockford's base32 follow: milliseconds since 1970.
    id_prefix text not null,
    -- The length of a partition; the first begins at 1970-01-01 00:00 UTC.
    step_days integer not null check (step_days > 0),
    -- A partition is dropped when its last row is older.
    kept_days integer not null check (kept_days > 0)
  );

  -- The lower bound of the ids of a time and later.
  create function first_id(prefix text, at timestamptz) returns text stable
  return prefix || (
    select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
      (floor(extract(epoch from at) * 1000)::bigint >> (5 * digit) & 31)::integer + 1, 1), ''
      order by digit desc)
    from generate_series(0, 9) as digit);

  -- The inverse of first_id.
  create function first_id_time(id text) returns timestamptz stable
  return (
    select to_timestamp(sum((strpos('0123456789abcdefghjkmnpqrstvwxyz',
      substr(right(id, 10), digit, 1)) - 1)::bigint << (5 * (10 - digit))) / 1000)
    from generate_series(1, 10) as digit);

  -- since and until_at are null of a default partition.
  create view partitions as
  select table_name, children.relname::text as partition_name, bound = 'DEFAULT' as is_default,
         case when bound like 'FOR VALUES FROM (MINVALUE)%' then '-infinity'
              else first_id_time((regexp_match(bound, $$FROM \\('([^']+)'\\)$$))[1])
         end as since,
         first_id_time((regexp_match(bound, $$TO \\('([^']+)'\\)$$))[1]) as until_at
  from partition_rules
  join pg_inherits on inhparent = to_regclass(format('public.%I', table_name))
  join pg_class as children on children.oid = inhrelid
  cross join pg_get_expr(relpartbound, inhrelid) as bound;
`;

const rotation = `
  -- Does one step of the rotation of a table: drops one expired partition, creates one that is
  -- due within 7 days, or deletes up to 1,000 expired rows that no partition of one step contains.
  -- Returns a description; null when nothing is due or another call is in progress. Fails with
  -- 55P03 when a lock is not granted in time: statements queue behind the wait for it.
  create function rotate_partitions(rotated text) returns text
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '500ms'
  as $rotation$
  declare
    epoch constant timestamptz := '1970-01-01 00:00+00';
    rule public.partition_rules;
    step interval;
    expired_at timestamptz;
    expired_id text;
    since_id text;
    until_id text;
    slot timestamptz;
    name text;
    is_taken boolean;
    removed bigint;
  begin
    select * into rule from public.partition_rules where table_name = rotated;
    if not found then
      raise exception 'table % has no partition rule', rotated using errcode = '42501';
    end if;
    if not pg_try_advisory_xact_lock(hashtextextended('rotate_partitions ' || rotated, 0)) then
      return null;
    end if;
    step := make_interval(hours => 24 * rule.step_days);
    expired_at := date_bin(step, now() - make_interval(hours => 24 * rule.kept_days), epoch);

    select partition_name into name from public.partitions
    where table_name = rotated and until_at <= expired_at order by until_at limit 1;
    if found then
      execute format('drop table public.%I', name);
      return format('dropped %s', name);
    end if;

    for slot in
      select *
      from generate_series(date_bin(step, now(), epoch), now() + interval '168 hours', step)
    loop
      continue when exists (
        select from public.partitions
        where table_name = rotated and since < slot + step and until_at > slot);
      since_id := public.first_id(rule.id_prefix, slot);
      until_id := public.first_id(rule.id_prefix, slot + step);
      -- Rows in the default partition stay there until they expire: moving them would block
      -- inserts for as long as it takes.
      execute format('select exists (select from public.%I where id >= %L and id < %L)',
        rotated || '_default', since_id, until_id) into is_taken;
      continue when is_taken;
      name := format('%s_%s', rotated, to_char(slot at time zone 'UTC', 'YYYYMMDD'));
      -- An insert on its way to the default partition would fail, so inserts wait.
      execute format('lock table public.%I in share row exclusive mode', rotated);
      execute format('create table public.%I (like public.%I including all)', name, rotated);
      execute format(
        'alter table public.%I attach partition public.%I for values from (%L) to (%L)',
        rotated, name, since_id, until_id);
      return format('created %s', name);
    end loop;

    expired_id := public.first_id(rule.id_prefix, expired_at);
    for name in
      select partition_name from public.partitions
      where table_name = rotated and (is_default or since < expired_at)
    loop
      execute format('delete from public.%1$I where ctid = any (array(
        select ctid from public.%1$I where id < %2$L limit 1000))', name, expired_id);
      get diagnostics removed = row_count;
      if removed > 0 then
        return format('deleted %s rows of %s', removed, name);
      end if;
    end loop;
    return null;
  end
  $rotation$;

  revoke all on function rotate_partitions(text) from public;
`;
