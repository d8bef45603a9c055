import type { Role } from '../../../domain/role';
import type { CommonTexts } from '../../kit/texts';
import type { Language } from '../../checkout/language';
import type { GroupName, SectionName } from '../frame/sections';
import { en } from './en';
import { th } from './th';

/** What is told on the next page of an act that went well. */
export type Done =
  | 'password_set'
  | 'password_changed'
  | 'profile_saved'
  | 'session_ended'
  | 'signed_out'
  | 'invited'
  | 'invited_again'
  | 'invitation_revoked'
  | 'member_changed'
  | 'member_removed'
  | 'key_revoked'
  | 'webhook_changed'
  | 'webhook_deleted'
  | 'delivery_resent'
  | 'replay_begun'
  | 'payment_ended'
  | 'refund_begun'
  | 'joined';

/** Words that several pages say. Each page has its own beside these, in a table per language. */
export interface FrameTexts extends CommonTexts {
  readonly disabled: string;
  readonly payoutsHeld: (until: string) => string;
  readonly switchTo: string;
  readonly switch: string;
  readonly groups: Readonly<Record<Exclude<GroupName, 'business'>, string>>;
  readonly sections: Readonly<Record<SectionName, string>>;
  readonly roles: Readonly<Record<Role, string>>;
  readonly roleHints: Readonly<Record<Role, string>>;
  readonly done: Readonly<Record<Done, string>>;
}

export const texts: Readonly<Record<Language, FrameTexts>> = { th, en };
