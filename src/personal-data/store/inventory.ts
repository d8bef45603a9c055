/**
 * What the database has about persons: every column of every table. A test fails when a migration
 * adds a column that is not here, and when docs/personal-data.md differs.
 */

/** How a personal column is stored, which determines its search and its erasure. */
export type Form =
  /** Sealed by the vault. */
  | 'sealed'
  /** Sealed by the vault. */
  | 'sealed picture'
  /** Part of the digits of an account. */
  | 'masked'
  /** Keyed digest; only ENCRYPTION_KEYS and the value together reproduce it. */
  | 'digest'
  /** Free text or JSON of merchants, providers or operators, which may name a person. */
  | 'free text'
  /** At the merchant. */
  | 'user name'
  | 'name'
  | 'network address'
  | 'browser';

/** Section 24 of Thailand's PDPA. */
type Basis = 'contract' | 'legal obligation' | 'legitimate interest';

export interface InventoryTable {
  readonly table: string;
  readonly purpose: string;
  /** Null for tables without personal columns. */
  readonly basis: Basis | null;
  readonly retention: string;
  readonly personal: Readonly<Record<string, Form>>;
  /** Ids, amounts, states, times and hashes, separated by spaces. */
  readonly other: string;
}

/** Its rows are found and erased by their subject. */
export interface CustomerTable extends InventoryTable {
  /**
   * SQL for the order that a row is about, or for evidence or a case without an order. Idempotency
   * responses have no order: their key stands for it.
   */
  readonly subject: string;
  /** SQL that finds by an index the rows whose subject is `$`. */
  readonly about: string;
}

const orders = 'customers: CUSTOMER_RETENTION_DAYS; the rest is kept';
const forever = 'kept';

const impersonal = (table: string, purpose: string, other: string): InventoryTable => ({
  table,
  purpose,
  basis: null,
  retention: forever,
  personal: {},
  other,
});

/** Customers: whoever pays, is paid or is refunded. */
export const customerTables: readonly CustomerTable[] = [
  {
    table: 'orders',
    purpose: 'payments, deposits, withdrawals and refunds',
    basis: 'contract',
    retention: orders,
    subject: 'id',
    about: 'id = $',
    personal: {
      reference: 'free text',
      metadata: 'free text',
      failure_message: 'free text',
      client_address: 'network address',
    },
    other: `id kind merchant_id status amount_satang received_satang ref late failure_code sequence
      created_at expires_at completed_at method refunding_satang refunded_satang api_key_id
      request_id credited_satang reversed_satang payer_matches provider_account_id provider_ref
      inquired_at routing payment_link_id chain_id price_id fee_base_satang fee_satang
      fee_vat_satang fee_vat_rate fee_refunded_satang fee_disputes fee_taken_satang
      fee_undone_satang`,
  },
  {
    table: 'qr_codes',
    purpose: 'QR codes, with the account that a refund may go to',
    basis: 'contract',
    retention: orders,
    subject: 'order_id',
    about: 'order_id = $',
    personal: { client_sealed: 'sealed' },
    other: 'id order_id payload',
  },
  {
    table: 'deposits',
    purpose: 'the customer who is expected to pay',
    basis: 'contract',
    retention: orders,
    subject: 'order_id',
    about: 'order_id = $',
    personal: { user_name: 'user name', account_mask: 'masked', customer_sealed: 'sealed' },
    other: 'order_id page_token payload bank_name bank_code',
  },
  {
    table: 'checkouts',
    purpose: 'what a payer sees of an order, and where the payer returns to',
    basis: 'contract',
    retention: orders,
    subject: 'order_id',
    about: 'order_id = $',
    personal: { description: 'free text', return_url_sealed: 'sealed' },
    other: 'order_id page_token previous_id place',
  },
  {
    table: 'withdrawals',
    purpose: 'the customer who is paid',
    basis: 'contract',
    retention: orders,
    subject: 'order_id',
    about: 'order_id = $',
    personal: { username: 'user name', account_mask: 'masked' },
    other: 'order_id bank_name bank_code',
  },
  {
    table: 'refunds',
    purpose: 'the reason and the destination of a refund',
    basis: 'contract',
    retention: orders,
    subject: 'order_id',
    about: 'order_id = $',
    personal: { reason: 'free text', account_mask: 'masked' },
    other: 'order_id payment_id bank_name bank_code',
  },
  {
    table: 'provider_requests',
    purpose: 'what a provider is asked to pay or charge',
    basis: 'contract',
    retention: orders,
    subject: 'order_id',
    about: 'order_id = $',
    personal: { subject_sealed: 'sealed', next_action_sealed: 'sealed', payee_digest: 'digest' },
    other: `order_id claimed_at claims denials inquiries failed_calls next_inquiry_at is_over
      created_at is_manual hinted_at ended_inquiry_at denied_at restored_at accepted_at
      awaits_approval planned_inquiry_at required_actions`,
  },
  {
    table: 'callbacks',
    purpose: 'evidence of money, as the provider sent it',
    basis: 'legal obligation',
    retention: orders,
    subject: 'coalesce(order_id, id)',
    about: 'order_id = $ or (order_id is null and id = $)',
    personal: {
      body_sealed: 'sealed',
      payer_digest: 'digest',
      payer: 'masked',
      failure_message: 'free text',
    },
    other: `id route order_id named_order reported amount_satang transaction_id paid_at received_at
      applied_at outcome booked_satang failure_code movement_id payer_matches unused_fields
      return_id cost_satang
      provider_account_id is_refused`,
  },
  {
    table: 'movements',
    purpose: 'transfers at banks, to detect duplicates',
    basis: 'legal obligation',
    retention: orders,
    subject: 'coalesce(order_id, callback_id, id)',
    about: `order_id = $ or (order_id is null and callback_id = $)
      or (order_id is null and callback_id is null and id = $)`,
    personal: { payer_digest: 'digest' },
    other: `id account direction transaction_id amount_satang currency moved_at order_id merchant_id
      named_order source callback_id dismissed_at created_at follows`,
  },
  {
    table: 'provider_exchanges',
    purpose: 'diagnosis of calls to providers',
    basis: 'legitimate interest',
    retention: 'EXCHANGE_RETENTION_DAYS',
    subject: 'order_id',
    about: 'order_id = $',
    personal: { exchange_sealed: 'sealed' },
    other: 'id order_id account_id at direction method status reason duration_ms',
  },
  {
    table: 'slip_images',
    purpose: 'pictures of transfer slips, as evidence in disputes',
    basis: 'contract',
    retention: 'SLIP_RETENTION_DAYS',
    subject: '(select order_id from slips where slips.id = slip_id)',
    about: 'slip_id in (select id from slips where order_id = $)',
    personal: { image_sealed: 'sealed picture' },
    other: 'slip_id stored_at',
  },
  {
    table: 'events',
    purpose: 'webhooks; bodies have masked accounts, user names and metadata',
    basis: 'contract',
    retention: 'EVENT_RETENTION_DAYS',
    subject: 'order_id',
    about: 'order_id = $',
    personal: { body: 'free text' },
    other: 'id merchant_id order_id sequence name created_at subscribers trace_parent',
  },
  {
    table: 'delivery_attempts',
    purpose: "merchants' answers to webhooks",
    basis: 'legitimate interest',
    retention: 'EVENT_RETENTION_DAYS, with the event',
    subject: '(select order_id from deliveries where deliveries.id = delivery_id)',
    about: `delivery_id in (select deliveries.id from events
      join deliveries on event_id = events.id where events.order_id = $)`,
    personal: { answer: 'free text', error: 'free text' },
    other: 'delivery_id number at status_code duration_ms',
  },
  {
    table: 'idempotency_keys',
    purpose: 'the response of a request that created no order, for its repetition',
    basis: 'contract',
    retention: '24 hours',
    subject: "merchant_id || ' ' || operation || ' ' || key",
    about: `merchant_id = split_part($, ' ', 1) and operation = split_part($, ' ', 2)
      and key = substr($, length(split_part($, ' ', 1) || split_part($, ' ', 2)) + 3)`,
    personal: { body: 'sealed' },
    other: 'merchant_id operation key fingerprint order_id status expires_at',
  },
  {
    table: 'exceptions',
    purpose: "operators' cases",
    basis: 'legal obligation',
    retention: orders,
    subject: 'coalesce(order_id, callback_id, id)',
    about: `order_id = $ or (order_id is null and callback_id = $)
      or (order_id is null and callback_id is null and id = $)`,
    personal: { reason: 'free text', resolved_by: 'name' },
    other: `id kind merchant_id order_id callback_id amount_satang opened_at resolved_at resolution
      named_order movement_id owner_id`,
  },
  {
    table: 'resolutions',
    purpose: "operators' decisions about cases",
    basis: 'legal obligation',
    retention: orders,
    subject: 'coalesce(order_id, exception_id)',
    about: 'order_id = $ or (order_id is null and exception_id = $)',
    personal: { reason: 'free text', decided_by: 'name' },
    other: `id exception_id order_id corrects parts credited_satang reversed_satang
      refunding_satang is_adjustment at price_id fee_satang fee_vat_satang fee_vat_rate`,
  },
  {
    table: 'approvals',
    purpose: 'proposals that another person decides',
    basis: 'legal obligation',
    retention: orders,
    subject: 'subject',
    about: 'subject = $',
    personal: { detail: 'free text', proposal_sealed: 'sealed' },
    other: `id realm merchant_id act subject proposer_kind proposer_id person_id status problem
      needs first_by first_at created_at expires_at decided_at decided_by`,
  },
];

const sealedEmail = { email_digest: 'digest', email_sealed: 'sealed' } as const;

/** Users of merchants, and operators. */
const people: readonly InventoryTable[] = [
  {
    table: 'users',
    purpose: 'accounts of merchants’ people',
    basis: 'contract',
    retention: 'PEOPLE_RETENTION_DAYS after the last membership or activity',
    personal: { ...sealedEmail, name_sealed: 'sealed' },
    other: 'id password_hash language created_at password_changed_at former_password_hashes',
  },
  {
    table: 'operators',
    purpose: 'accounts of operators',
    basis: 'contract',
    retention: 'PEOPLE_RETENTION_DAYS after the removal',
    personal: { ...sealedEmail, name_sealed: 'sealed' },
    other: `id role password_hash language created_at password_changed_at removed_at
      former_password_hashes`,
  },
  {
    table: 'sessions',
    purpose: 'sign-ins of users',
    basis: 'legitimate interest',
    retention: '7 days',
    personal: { address: 'network address', agent: 'browser' },
    other: 'hash id user_id merchant_id created_at seen_at factor_at',
  },
  {
    table: 'operator_sessions',
    purpose: 'sign-ins of operators',
    basis: 'legitimate interest',
    retention: '1 day',
    personal: { address: 'network address', agent: 'browser' },
    other: 'hash id operator_id created_at seen_at factor_at',
  },
  {
    table: 'factors',
    purpose: 'second factors',
    basis: 'contract',
    retention: 'until removed, or erased with the account',
    personal: { name: 'browser' },
    other: `id account_id kind created_at used_at secret_sealed last_step credential_id public_key
      signatures transports`,
  },
  {
    table: 'sign_in_places',
    purpose: 'mails about sign-ins from new devices',
    basis: 'legitimate interest',
    retention: 'SIGN_IN_PLACE_RETENTION_DAYS',
    personal: { place: 'network address' },
    other: 'account_id seen_at',
  },
  {
    table: 'attempt_counts',
    purpose: 'limits on guessing',
    basis: 'legitimate interest',
    retention: 'hours',
    personal: { key: 'network address' },
    other: 'count ends_at blocked_until',
  },
  {
    table: 'invitations',
    purpose: 'links for new members',
    basis: 'contract',
    retention: '30 days after their end',
    personal: sealedEmail,
    other: `id merchant_id merchant_name role invited_by operator_id hash created_at expires_at
      ended_at`,
  },
  {
    table: 'operator_links',
    purpose: 'links for operators',
    basis: 'contract',
    retention: '30 days after their end',
    personal: sealedEmail,
    other: 'id operator_id role issued_by hash created_at expires_at ended_at',
  },
  {
    table: 'mails',
    purpose: 'mails to send, and their outcome',
    basis: 'contract',
    retention: 'MAIL_RETENTION_DAYS',
    personal: { email_sealed: 'sealed', detail_sealed: 'sealed' },
    other: 'id kind language invitation_id created_at ended_at outcome operator_link_id',
  },
  {
    table: 'audit_log',
    purpose: 'who did what; its rows never change',
    basis: 'legal obligation',
    retention: 'kept; 12 months are the minimum',
    personal: { address: 'network address', subject: 'free text', detail: 'free text' },
    other: 'scope number at actor_kind actor_id act code',
  },
  {
    table: 'approval_rules',
    purpose: 'what needs an approval, and accounts that need none',
    basis: 'contract',
    retention: 'until owners change it',
    personal: { payees_sealed: 'sealed' },
    other: `merchant_id from_satang day_satang keys_from_satang keys_waiting_satang new_payees
      withdraw_keys`,
  },
  {
    table: 'api_keys',
    purpose: "hashes and limits of merchants' keys",
    basis: 'contract',
    retention: 'accounts until the key ends; the rest is kept',
    personal: {
      payees_sealed: 'sealed',
      addresses: 'network address',
      last_used_from: 'network address',
    },
    other: `id merchant_id name hash hint created_at revoked_at permission last_used_at made_by_kind
      made_by_id permissions expires_at expiry_noticed_at replaced_by signing_secret_sealed
      awaits_approval`,
  },
  {
    table: 'businesses',
    purpose: 'details of the business; of a sole trader, a person',
    basis: 'contract',
    retention: 'until owners change it',
    personal: { details_sealed: 'sealed' },
    other: 'merchant_id changed_at',
  },
  {
    table: 'business_accounts',
    purpose: 'the bank account of the business, and former ones',
    basis: 'legal obligation',
    retention: forever,
    personal: { account_sealed: 'sealed' },
    other: 'id merchant_id created_at usable_at replaced_at',
  },
  {
    table: 'business_verifications',
    purpose: 'who verified the details and the account, and how',
    basis: 'legal obligation',
    retention: forever,
    personal: { evidence: 'free text' },
    other: 'id merchant_id subject operator_id verified_at ended_at',
  },
  {
    table: 'payment_links',
    purpose: 'pages on which anyone can pay; texts are public',
    basis: 'contract',
    retention: forever,
    personal: { title: 'free text', description: 'free text', metadata: 'free text' },
    other: `id merchant_id token amount_satang min_satang max_satang payments_max paid starts_at
      ends_at stopped_at created_at return_url`,
  },
  {
    table: 'monthly_mails',
    purpose: 'payers to whom a merchant mails a link each month',
    basis: 'contract',
    retention: 'the address until the mails end; its digest is kept, to mail it never again',
    personal: { email_sealed: 'sealed', email_digest: 'digest' },
    other: 'id merchant_id link_id language day token next_at ended_at ended_by created_at',
  },
  {
    table: 'api_requests',
    purpose: 'diagnosis by merchants',
    basis: 'legitimate interest',
    retention: 'API_REQUEST_RETENTION_DAYS',
    personal: { address: 'network address' },
    other: `merchant_id id at key_id operation method path status code param duration_ms object_id`,
  },
];

const others: readonly InventoryTable[] = [
  impersonal('address_keys', 'the HMAC key of the digests of addresses', 'id key_sealed'),
  impersonal('prices', 'what merchants pay', 'id merchant_id method bands valid_from created_at'),
  impersonal(
    'maturity_rules',
    'when merchants may use their money',
    'merchant_id provider_account_id number days created_at',
  ),
  impersonal('maturing', 'pending money by day', 'merchant_id days day satang matured_at'),
  impersonal('bank_holidays', 'days on which no bank works', 'day'),
  impersonal('vat_closing', 'the last closed month', 'through'),
  impersonal(
    'vat_months',
    'VAT of merchants by month',
    'merchant_id month fee_satang vat_satang posted_satang',
  ),
  impersonal('cost_closing', 'the last day of posted costs', 'through'),
  impersonal(
    'movement_costs',
    'costs of providers',
    'movement_id account cost_satang posted_on is_returned expected_id named_satang',
  ),
  impersonal(
    'expected_costs',
    'costs that providers do not name',
    'id account method rate flat_satang vat_rate valid_from created_at',
  ),
  impersonal('vat_rates', 'rates of VAT on fees', 'until rate'),
  impersonal('allowed_transitions', 'state tables', 'kind transition from_status to_status'),
  impersonal('ledger_accounts', 'accounts of the ledger', 'name'),
  impersonal('transfer_kinds', 'kinds of transfers', 'kind debit credit'),
  impersonal('api_request_counts', 'trimming of api_requests', 'merchant_id untrimmed'),
  impersonal('audit_heads', 'the end of each audit log', 'scope number last_code code'),
  impersonal('audit_keys', 'the HMAC key of the audit log', 'id key_sealed'),
  impersonal(
    'balances',
    "merchants' balances",
    `merchant_id available_satang held_satang day_limit_satang payouts_day payouts_satang
      payouts_held_until pending_satang`,
  ),
  impersonal('business_logos', 'pictures that pages show', 'merchant_id id png stored_at'),
  impersonal('check_runs', 'results of audits', 'id kind at differences detail'),
  impersonal('data_keys', 'wrapped data keys', 'id key_wrapped created_at seals_from'),
  impersonal(
    'deliveries',
    'webhooks per event',
    `id event_id webhook_id order_id status attempts handed_over next_attempt_at created_at
      attempts_before`,
  ),
  impersonal('deployment', 'sandbox or live', 'id mode noted_at'),
  impersonal(
    'outbox_messages',
    'the outbox; rows live for seconds',
    'id topic subject detail created_at visible_at trace_parent',
  ),
  impersonal(
    'erasures',
    'orders whose customers were erased, or wait for it',
    'subject cause erased_at asked_at',
  ),
  impersonal('erasure_cursors', 'progress of the retention', 'family until_id'),
  impersonal('former_names', 'names of companies', 'merchant_id name until'),
  impersonal(
    'half_sessions',
    'sign-ins before the second factor',
    'hash id account_id merchant_id created_at',
  ),
  impersonal('inquiry_limits', 'pace of inquiries', 'account_id busy_until'),
  impersonal(
    'member_mails',
    'mails that members turn on or off, until they leave the team',
    'user_id merchant_id kind is_on token until_at mailed_at next_at',
  ),
  impersonal('member_mail_rounds', 'start of the mails to members', 'singleton since'),
  impersonal('monthly_links', 'the link of a month', 'mail_id month link_id'),
  impersonal('memberships', 'roles of users', 'merchant_id user_id role created_at'),
  impersonal(
    'merchants',
    'companies',
    'id name status created_at decided_at decision_reason requests_per_second open_orders_max',
  ),
  impersonal('migrations', 'of Knex', 'id name batch migration_time'),
  impersonal('migrations_lock', 'of Knex', 'index is_locked'),
  impersonal('money_days', 'of release 1.0', 'merchant_id day direction count satang'),
  impersonal('money_rollup', 'of release 1.0', 'singleton rolled_up_id'),
  impersonal('noted_timeline', 'restores of the database', 'id timeline noted_at'),
  impersonal('order_count_changes', 'changes to counts', 'id merchant_id kind status hour change'),
  impersonal('order_counts', 'counts per hour', 'merchant_id kind status hour count'),
  impersonal('order_rollup', 'progress of a rollup', 'singleton rolled_up_until'),
  impersonal(
    'order_inquiries',
    'inquiries about incoming money',
    'order_id next_at called_at calls unanswered hinted_at qr_closed answered_at',
  ),
  impersonal(
    'order_states',
    'lists of orders',
    'merchant_id kind status created_at order_id expires_at payer_matches completed_at method ' +
      'moved_satang fee_satang fee_vat_satang',
  ),
  impersonal(
    'partition_rules',
    'retention of partitions',
    'table_name id_prefix step_days kept_days',
  ),
  impersonal('password_resets', 'hashes of links', 'hash user_id created_at expires_at'),
  impersonal('passkey_challenges', 'for an hour', 'challenge session_id purpose expires_at'),
  impersonal('pending_callbacks', 'callbacks to apply', 'callback_id'),
  impersonal('pending_deliveries', 'deliveries to make', 'delivery_id'),
  impersonal('provider_account_health', 'failover', 'account_id health buckets since probed_at'),
  impersonal(
    'provider_accounts',
    'contracts with providers',
    `id merchant_id connector mode label settings_sealed callback_token_hash
      callback_token_sealed previous_callback_token_hash status priority version created_at
      tested_at test_result`,
  ),
  impersonal('recovery_codes', 'hashes of unused codes', 'account_id hash created_at'),
  impersonal(
    'replays',
    'replays of webhooks',
    `id merchant_id webhook_id only_failed since until status total replayed after_created_at
      after_event_id created_at finished_at`,
  ),
  impersonal('routing_rules', 'choice of provider accounts', 'merchant_id rules version'),
  impersonal(
    'slips',
    'what slips show',
    `id order_id merchant_id ref ref_matches sha256 media_type declared_type size_bytes status
      sending_bank trans_ref verification duplicate_of received_at read_at paid_to paid_satang
      paid_at is_wrong announced_at`,
  ),
  impersonal(
    'status_changes',
    'history of orders',
    'id order_id kind transition from_status to_status cause at',
  ),
  impersonal(
    'transfers',
    'the ledger',
    `id merchant_id order_id callback_id kind debit credit amount_satang created_at exception_id
      movement_id resolution_id provider_account effective_at pending_day pending_days`,
  ),
  impersonal('transfer_days', 'sums per day', 'merchant_id day kind count satang'),
  impersonal('transfer_rollup', 'progress of a rollup', 'singleton rolled_up_id'),
  impersonal(
    'webhooks',
    "merchants' endpoints",
    `id merchant_id url events status secret_sealed disabled_reason failing_since created_at
      description previous_secret_sealed previous_until failures cooldown_until api_key_id
      client_address request_id`,
  ),
];

export const inventory: readonly InventoryTable[] = [...customerTables, ...people, ...others];

/** Throws when it is no table of customers. */
export function customerTable(name: string): CustomerTable {
  const found = customerTables.find(({ table }) => table === name);
  if (found === undefined) throw new Error(`${name} is no table of customers`);
  return found;
}
