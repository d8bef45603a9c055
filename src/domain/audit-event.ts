/** What people do, as the audit log names it: an object and what was done to it. */
export const auditEventNames = [
  'merchant.opened',
  'session.begun',
  'session.ended',
  'session.all_ended',
  'user.profile_changed',
  'user.password_changed',
  'user.password_reset',
  'member.invited',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'key.created',
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
  'invitation.revoked',
  'invitation.sent_again',
  'operator.link_made',
  'operator.link_revoked',
  'operator.joined',
  'operator.role_changed',
  'operator.removed',
  'exception.resolved',
  'exception.corrected',
  'merchant.enabled',
  'merchant.disabled',
  'merchant.limit_set',
  'merchant.log_begun',
  'schema.migrated',
  'secrets.resealed',
  'check.run',
] as const;

export type AuditEventName = (typeof auditEventNames)[number];

/**
 * Who did it. A command is somebody at a terminal of the machine that runs the gateway, by the name
 * of the Unix user; a key is an API key, by its id.
 */
export interface Actor {
  readonly kind: 'user' | 'operator' | 'command' | 'key';
  readonly id: string;
  /** The network address that the request came from; null where there was none. */
  readonly address: string | null;
}

/** A line of the audit log before it is written. */
export interface AuditEvent {
  /** Whose log: a merchant's id, or `operators`. */
  readonly scope: string;
  readonly actor: Actor;
  readonly act: AuditEventName;
  /** The id of what it was done to. */
  readonly subject: string;
  /** What else has to be known to understand it later. Never a secret. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}
