/** `<object>.<what was done to it>`. */
export const auditEventNames = [
  'merchant.opened',
  'session.begun',
  'session.ended',
  'session.all_ended',
  'user.profile_changed',
  'user.password_changed',
  'user.password_reset',
  'factor.added',
  'factor.renamed',
  'factor.removed',
  'factor.reset',
  'factor.late',
  'factor.codes_made',
  'factor.code_used',
  'member.invited',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'key.created',
  'key.changed',
  'key.rotated',
  'key.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.secret_rotated',
  'webhook.paused',
  'webhook.resumed',
  'webhook.deleted',
  'webhook.tested',
  'webhook.replayed',
  'delivery.sent_again',
  'payment.expired',
  'refund.created',
  'refund.paid',
  'refund.unpayable',
  'invitation.revoked',
  'invitation.sent_again',
  'operator.link_made',
  'operator.link_revoked',
  'operator.joined',
  'operator.role_changed',
  'operator.removed',
  'exception.resolved',
  'exception.corrected',
  'evidence.recorded',
  'merchant.enabled',
  'merchant.disabled',
  'merchant.limit_set',
  'merchant.quota_set',
  'provider_account.added',
  'provider_account.changed',
  'provider_account.secrets_removed',
  'provider_account.status_set',
  'provider_account.token_rotated',
  'provider_account.token_removed',
  'provider_account.tested',
  'routing_rule.added',
  'routing_rule.removed',
  'routing_rule.raised',
  'schema.migrated',
  'ledger.sealed',
  'database.restored',
  'person.exported',
  'person.erasure_begun',
  'person.forgotten',
  'slip.viewed',
  'refund.account_viewed',
  'secrets.resealed',
  'data_key.created',
  'data_keys.rewrapped',
  'check.run',
  'approval.requested',
  'approval.first_given',
  'approval.approved',
  'approval.rejected',
  'approval.withdrawn',
  'approval.expired',
  'approval.failed',
  'approval.rules_set',
] as const;

export type AuditEventName = (typeof auditEventNames)[number];

/** `id` is the Unix user for a `command`, the key's id for a `key`. */
export interface Actor {
  readonly kind: 'user' | 'operator' | 'command' | 'key';
  readonly id: string;
  /** Null for a command. */
  readonly address: string | null;
}

/** Before it is appended to the log. */
export interface AuditEvent {
  /** A merchant's id, or `operators`. */
  readonly scope: string;
  readonly actor: Actor;
  readonly act: AuditEventName;
  /** The id of the act's object. */
  readonly subject: string;
  /** Contains no secrets. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}
