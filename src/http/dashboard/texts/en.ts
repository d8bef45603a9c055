import { commonTexts } from '../../frame/texts';
import type { FrameTexts } from './texts';

const { en: common } = commonTexts;

export const en: FrameTexts = {
  ...common,
  disabled: 'This merchant is not enabled yet: nothing can be created until an operator does.',
  switchTo: 'Merchant',
  switch: 'Switch',
  groups: { developers: 'Developers', settings: 'Settings' },
  sections: {
    home: 'Home',
    keys: 'API keys',
    webhooks: 'Webhooks',
    profile: 'Profile',
    team: 'Team',
    activity: 'Activity',
  },
  roles: { owner: 'Owner', developer: 'Developer', viewer: 'Viewer' },
  roleHints: {
    owner: 'Everything, people and payouts among it',
    developer: 'Keys, webhooks and refunds; no payouts, no people',
    viewer: 'Looks at everything, changes nothing',
  },
  done: {
    password_set: 'Your new password is set. Sign in with it.',
    password_changed: 'Your password is changed, and all other sessions are signed out.',
    profile_saved: 'Saved.',
    session_ended: 'That session is signed out.',
    signed_out: 'You are signed out.',
    invited: 'The invitation is on its way.',
    invited_again: 'The invitation is on its way again; its last link no longer works.',
    invitation_revoked: 'The invitation is taken back.',
    member_changed: 'The role is changed.',
    member_removed: 'The member is removed and signed out.',
    key_revoked: 'The key is revoked.',
    webhook_changed: 'Changed.',
    webhook_deleted: 'The webhook is deleted.',
    delivery_resent: 'It is sent once more.',
    replay_begun: 'The events are being sent once more.',
    joined: 'Welcome.',
  },
  problems: {
    ...common.problems,
    not_permitted: 'Your role does not allow this. An owner can do it, or change your role.',
    merchant_disabled: 'This merchant is not enabled yet.',
    invalid_url: 'The URL must be public, https, and answer a test at once.',
    invalid_event: 'Choose at least one event.',
    too_many_webhooks: 'There are 16 webhooks. Delete one first.',
    too_many_to_replay: 'More than 10,000 events: choose a shorter time.',
    too_many_keys: 'There are 50 keys. Revoke one that is no longer used first.',
    last_owner: 'A merchant needs at least one owner. Make somebody else an owner first.',
  },
  toHome: 'Go to the dashboard',
};
