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
    viewer: 'Can view everything, but change nothing',
    operator: 'Resolves exceptions and manages merchants',
    admin: 'Also invites and removes operators',
  },
  done: {
    signed_out: 'You are signed out.',
    joined: 'Welcome.',
    profile_saved: 'Saved.',
    password_changed: 'Password changed. All other sessions were signed out.',
    session_ended: 'Session signed out.',
    invited: 'Invitation sent.',
    invitation_revoked: 'Link revoked.',
    password_link_sent: 'Password reset link sent.',
    member_changed: 'Role changed.',
    member_removed: 'Operator removed and signed out.',
    exception_resolved: 'Exception resolved.',
    exception_corrected: 'Resolution corrected. The exception is open again.',
    merchant_enabled: 'Merchant enabled.',
    merchant_disabled: 'Merchant disabled: it cannot create new orders.',
    limit_set: 'Payout limit saved.',
    owner_invited: 'Invitation sent.',
  },
  problems: {
    ...common.problems,
    not_permitted: 'Your role does not allow this. Ask an admin.',
    invalid_amount: 'Enter an amount in baht, e.g. 50,000 or 49,999.50.',
    reason_too_short: 'Too short. Enter at least 10 characters: what you checked and where.',
    last_admin: 'The console needs at least one admin. Make another operator an admin first.',
  },
  toHome: 'Go to the console',
};

/** Texts shared by several pages of the console. */
export type ConsoleTexts = typeof en;
