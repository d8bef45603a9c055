import { labelsIn } from '../frame/sections';
import { commonTexts } from '../../kit/texts';
const { en: common } = commonTexts;

export const en = {
  ...common,
  disabled:
    'This merchant is not enabled yet. An operator must enable it before you can create anything.',
  payoutsHeld: (until: string) =>
    `Withdrawals and refunds are on hold until ${until} because of a new owner or a higher limit.`,
  groups: { developers: 'Developers', settings: 'Settings' },
  sections: labelsIn('en'),
  roles: { owner: 'Owner', developer: 'Developer', viewer: 'Viewer' },
  roleHints: {
    owner: 'Full access, including team and payouts',
    developer: 'API keys, webhooks and refunds. No payouts, no team changes',
    viewer: 'Can view everything, but change nothing',
  },
  done: {
    password_set: 'Password set. Sign in with your new password.',
    password_changed: 'Password changed. All other sessions were signed out.',
    profile_saved: 'Saved.',
    session_ended: 'Session signed out.',
    signed_out: 'You are signed out.',
    invited: 'Invitation sent.',
    invited_again: 'Invitation sent again. The previous link no longer works.',
    invitation_revoked: 'Invitation cancelled.',
    member_changed: 'Role changed.',
    member_removed: 'Member removed and signed out.',
    key_revoked: 'API key revoked.',
    webhook_changed: 'Webhook updated.',
    webhook_deleted: 'Webhook deleted.',
    delivery_resent: 'Sending again.',
    payment_ended: 'Payment closed.',
    refund_begun: 'Refund submitted.',
    replay_begun: 'Events are being resent.',
    joined: 'Welcome.',
  },
  problems: {
    ...common.problems,
    not_permitted: 'Your role does not allow this. Ask an owner.',
    merchant_disabled: 'This merchant is not enabled yet.',
    invalid_amount: 'Enter whole baht, e.g. 1,250.',
    payment_not_refundable: 'Only paid payments can be refunded.',
    refund_exceeds_remaining: 'That is more than the amount left to refund.',
    refund_window_passed: 'Payments can be refunded for 365 days. This payment is older.',
    permission_denied: 'Only owners can choose the account that receives a refund.',
    missing_destination: 'Enter the account that receives the refund.',
    insufficient_funds: 'Insufficient available balance. No money was moved.',
    payout_limit_exceeded:
      'This exceeds your daily payout limit, or payouts are on hold. No money was moved.',
    idempotency_key_reused: 'Another refund was made in the meantime. Please review it again.',
    invalid_url: 'The URL must be a public https address that answers our test request.',
    invalid_event: 'Choose at least one event.',
    too_many_webhooks: 'You have 16 webhooks, the maximum. Delete one first.',
    too_many_to_replay: 'More than 10,000 events. Choose a shorter period.',
    too_many_keys: 'You have 50 API keys, the maximum. Revoke an unused key first.',
    last_owner: 'A merchant needs at least one owner. Make another member an owner first.',
  },
  toHome: 'Go to the dashboard',
};

/** Texts shared by several pages. Each page has its own texts beside its code. */
export type FrameTexts = typeof en;
