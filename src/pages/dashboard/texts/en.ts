import { sections } from '../frame/sections';
import { labelsIn } from '../../kit/section';
import { commonTexts } from '../../kit/texts';
const { en: common } = commonTexts;

export const en = {
  ...common,
  disabled:
    'This merchant is not enabled yet. An operator must enable it before you can create anything.',
  payoutsHeld: (until: string) =>
    `Withdrawals and refunds are on hold until ${until}: a new owner, a higher limit, or checks ` +
    'after a system restore.',
  groups: { developers: 'Developers', settings: 'Settings' },
  sections: labelsIn(sections, 'en'),
  roles: {
    owner: 'Owner',
    developer: 'Developer',
    approver: 'Approver',
    bookkeeper: 'Bookkeeper',
    viewer: 'Viewer',
  },
  roleHints: {
    owner: 'Full access, including team and payouts',
    developer: 'API keys, webhooks and refunds. No payouts, no team changes',
    approver: 'Approves or rejects what others request. Cannot request anything',
    bookkeeper: 'Can view and export everything, including the activity log. No changes',
    viewer: 'Can view everything, but change nothing',
  },
  problems: {
    invalid_image: 'Choose a complete PNG, JPEG or WebP picture.',
    payload_too_large: 'The file is too large.',
    last_factor: 'Your role needs a second factor. Add another before you remove this one.',
    new_factor: 'A new authenticator removes nothing for 24 hours. Confirm with an older one.',
    ...common.problems,
    merchant_has_orders:
      'This merchant already has orders on accounts of the platform. It needs another merchant ' +
      'for contracts of its own.',
    too_many_accounts: 'A merchant can have at most 10 accounts. Change one that is off.',
    not_permitted: 'Your role does not allow this. Ask an owner.',
    merchant_disabled: 'This merchant is not enabled yet.',
    invalid_amount: 'Enter whole baht, e.g. 1,250.',
    payment_not_refundable: 'Only paid payments can be refunded.',
    refund_exceeds_remaining: 'That is more than the amount left to refund.',
    refund_window_passed: 'This payment is too old to be refunded.',
    permission_denied: 'Only owners can choose the account that receives a refund.',
    partial_refund_not_supported: 'The payment provider refunds this payment only in full.',
    destination_not_supported: 'The payment provider refunds this payment to its payer.',
    missing_destination: 'Enter the account that receives the refund.',
    insufficient_funds: 'Insufficient available balance. No money was moved.',
    payout_limit_exceeded:
      'This exceeds your daily payout limit, or payouts are on hold. No money was moved.',
    idempotency_key_reused: 'Another refund was made in the meantime. Please review it again.',
    invalid_url: 'The URL must be a public https address that answers our test request.',
    invalid_event: 'Choose at least one event.',
    too_many_webhooks: 'You have 16 webhooks, the maximum. Delete one first.',
    too_many_to_replay: 'More than 10,000 events. Choose a shorter period.',
    invalid_addresses: 'Enter up to 20 addresses or blocks, such as 203.0.113.7 or 203.0.113.0/24.',
    invalid_key_expiry: 'Choose an earlier expiry: keys of this gateway expire sooner.',
    invalid_payees: 'Enter up to 50 accounts, each as bank: number.',
    too_many_keys: 'You have 50 API keys, the maximum. Revoke an unused key first.',
    member_elsewhere: 'This person is also a member of another merchant. Contact Saphan support.',
    last_owner: 'A merchant needs at least one owner. Make another member an owner first.',
  },
  toHome: 'Go to the dashboard',
};

export type FrameTexts = typeof en;
