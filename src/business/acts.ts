import { act } from '../kernel/acts/act';
import { changeLogo, type ChangedLogo } from './change-logo';
import { changeProfile, type ChangedProfile } from './change-profile';

/** Payers see the name, and documents the rest. */
const business = act<ChangedProfile, void>({
  realm: 'merchant',
  role: 'owner',
  stepUp: 'required',
  run: changeProfile,
});

/** Without a step-up: a form with a file cannot be submitted again after one. */
const logo = act<ChangedLogo, void>({
  realm: 'merchant',
  role: 'owner',
  run: changeLogo,
});

export const businessActs = { business, logo };
