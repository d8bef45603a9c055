import { sections } from '../frame/sections';
import { labelsIn } from '../../kit/section';
import { commonTexts } from '../../kit/texts';
const { en: common } = commonTexts;

export const en = {
  ...common,
  console: 'Operator console',
  groups: { settings: 'Settings' },
  sections: labelsIn(sections, 'en'),
  roles: { viewer: 'Viewer', approver: 'Approver', operator: 'Operator', admin: 'Admin' },
  roleHints: {
    viewer: 'Can view everything, but change nothing',
    approver: 'Approves or rejects what others propose. Cannot propose anything',
    operator: 'Resolves exceptions and manages merchants',
    admin: 'Also invites and removes operators',
  },
  problems: {
    ...common.problems,
    merchant_has_orders:
      'This merchant already has orders on accounts of the platform. It needs another merchant ' +
      'for contracts of its own.',
    too_many_accounts: 'A merchant can have at most 10 accounts. Change one that is off.',
    not_permitted: 'Your role does not allow this. Ask an admin.',
    invalid_amount: 'Enter an amount in baht, e.g. 50,000 or 49,999.50.',
    reason_too_short: 'Too short. Enter at least 10 characters: what you checked and where.',
    bank_reference_used: 'This reference belongs to another transfer. Compare it with the slip.',
    last_factor: 'Operators need a second factor. Add another before you remove this one.',
    new_factor: 'A new authenticator removes nothing for 24 hours. Confirm with an older one.',
    last_admin: 'The console needs at least one admin. Make another operator an admin first.',
  },
  toHome: 'Go to the console',
};

export type ConsoleTexts = typeof en;
