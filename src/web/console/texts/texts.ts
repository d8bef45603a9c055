import type { OperatorRole } from '../../../domain/operator';
import type { CommonTexts } from '../../kit/texts';
import type { Language } from '../../checkout/language';
import type { GroupName, SectionName } from '../frame/sections';
import { en } from './en';
import { th } from './th';

/** What is told on the next page of an act that went well. */
export type Done =
  | 'signed_out'
  | 'welcome'
  | 'profile_saved'
  | 'password_changed'
  | 'session_ended'
  | 'operator_invited'
  | 'link_revoked'
  | 'password_link_sent'
  | 'operator_changed'
  | 'operator_removed'
  | 'exception_resolved'
  | 'exception_corrected'
  | 'merchant_enabled'
  | 'merchant_disabled'
  | 'limit_set'
  | 'owner_invited';

/** Words that several pages of the console say. */
export interface ConsoleTexts extends CommonTexts {
  readonly console: string;
  readonly groups: Readonly<Record<Exclude<GroupName, 'work'>, string>>;
  readonly sections: Readonly<Record<SectionName, string>>;
  readonly roles: Readonly<Record<OperatorRole, string>>;
  readonly roleHints: Readonly<Record<OperatorRole, string>>;
  readonly done: Readonly<Record<Done, string>>;
}

export const texts: Readonly<Record<Language, ConsoleTexts>> = { th, en };
