-- The HMAC key of the audit log, sealed: the database alone does not reveal it.
create table audit_keys (
  id text primary key,
  key_sealed text not null
);

-- Audit events. A row has an HMAC over itself and the previous row, under the gateway's keys; the
-- head has one over the last row.
create table audit_log (
  scope text not null,
  number integer not null,
  at timestamp(3) with time zone not null,
  actor_kind text not null,
  actor_id text not null,
  address text,
  act text not null,
  subject text not null,
  -- JSON, the exact bytes that the HMAC covers.
  detail text not null,
  code text not null,
  primary key (scope, number)
);
create index audit_log_subject on audit_log (scope, subject);
create function refuse_audit_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the audit log is only added to';
  end
$$;

create trigger audit_log_stays before delete or update on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_is_not_emptied before truncate on audit_log
  for each statement execute function refuse_audit_change();

create table audit_heads (
  scope text primary key,
  number integer not null,
  last_code text not null,
  code text not null
);
create trigger audit_heads_stay before delete on audit_heads
  for each row execute function refuse_audit_change();
create trigger audit_heads_are_not_emptied before truncate on audit_heads
  for each statement execute function refuse_audit_change();
-- The head of an audit log advances one row at a time: a role that may write it, such as the
-- gateway's, cannot restore an older one.
create function demand_next_audit_head() returns trigger language plpgsql as $$
  begin
    if new.scope <> old.scope or new.number <> old.number + 1 then
      raise exception 'the audit log is only added to';
    end if;
    return new;
  end
$$;

create trigger audit_heads_advance before update on audit_heads
  for each row execute function demand_next_audit_head();
