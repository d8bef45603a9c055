import { commonTexts } from '../../kit/texts';
const { en: common } = commonTexts;

export const en = {
  ...common,
  console: 'Operator console',
  groups: { settings: 'Settings' },
  sections: {
    overview: 'Overview',
    exceptions: 'Exceptions',
    merchants: 'Merchants',
    orders: 'Orders',
    operators: 'Operators',
    activity: 'Activity',
    profile: 'Profile',
  },
  roles: { viewer: 'Viewer', operator: 'Operator', admin: 'Admin' },
  roleHints: {
    viewer: 'Looks at everything, decides nothing',
    operator: 'Decides about exceptions and merchants',
    admin: 'Also lets operators in and out',
  },
  done: {
    signed_out: 'You are signed out.',
    welcome: 'Welcome.',
    profile_saved: 'Saved.',
    password_changed: 'Your password is changed, and all other sessions are signed out.',
    session_ended: 'That session is signed out.',
    operator_invited: 'The invitation is on its way.',
    link_revoked: 'The link no longer works.',
    password_link_sent: 'A link to a new password is on its way.',
    operator_changed: 'The role is changed.',
    operator_removed: 'The operator is removed and signed out.',
    exception_resolved: 'The exception is resolved.',
    exception_corrected: 'The resolution is corrected. The exception is open again.',
    merchant_enabled: 'The merchant can create.',
    merchant_disabled: 'The merchant can create nothing any more.',
    limit_set: 'The limit is set.',
    owner_invited: 'The invitation is on its way.',
  },
  problems: {
    ...common.problems,
    not_permitted: 'Your role does not allow this. An admin can change your role.',
    invalid_amount: 'Write baht, like 50000 or 49,999.50.',
    reason_too_short: 'Too short. Enter at least 10 characters: what you checked, and where.',
    last_admin: 'The console needs at least one admin. Make another operator an admin first.',
  },
  toHome: 'Go to the console',
};

/** Texts shared by several pages of the console. */
export type ConsoleTexts = typeof en;
