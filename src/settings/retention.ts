import { setting, type ValuesOf } from './setting';
import { integer } from './types';

const days = integer(1, 3650);
const partitions = '`gateway migrate` applies a change.';

export const retention = {
  CUSTOMER_RETENTION_DAYS: setting(
    // Five years: Anti-Money Laundering Act, section 22, and Accounting Act, section 14.
    integer(1, 36_500).default(1_827),
    {
      description:
        "Days until the customer's data of a closed order are erased, five years by default: " +
        '[Personal data](personal-data.md#retention).',
    },
  ),
  PEOPLE_RETENTION_DAYS: setting(days.default(365), {
    description: 'Days until an account without a team, or of a removed operator, is erased.',
  }),
  SIGN_IN_PLACE_RETENTION_DAYS: setting(days.default(180), {
    description: 'Days until known devices and networks of sign-ins are deleted.',
  }),
  MAIL_RETENTION_DAYS: setting(days.default(30), {
    description: 'Days until mails are deleted.',
  }),
  SLIP_RETENTION_DAYS: setting(days.default(90), {
    description: "Days until a slip's picture is deleted. The data read from it stays.",
  }),
  EVENT_RETENTION_DAYS: setting(
    // The API promises 90 days, and the invariants require the events of 90 days.
    integer(90, 3650).default(90),
    {
      description: 'Days until an event is deleted, with its deliveries.',
      fallback: '90, the minimum',
    },
  ),
  API_REQUEST_RETENTION_DAYS: setting(integer(1, 365).default(7), {
    description: `Days until the partitions of logged API requests are dropped. ${partitions}`,
  }),
  EXCHANGE_RETENTION_DAYS: setting(integer(1, 365).default(30), {
    description: `Days until the partitions of provider exchanges are dropped. ${partitions}`,
  }),
};

export const retentionOf = (env: ValuesOf<typeof retention>) => ({
  /** Of customers' data in closed orders. */
  customerDays: env.CUSTOMER_RETENTION_DAYS,
  /** Of accounts without a team. */
  peopleDays: env.PEOPLE_RETENTION_DAYS,
  signInPlaceDays: env.SIGN_IN_PLACE_RETENTION_DAYS,
  mailDays: env.MAIL_RETENTION_DAYS,
  /** Of events with their deliveries and attempts. */
  eventDays: env.EVENT_RETENTION_DAYS,
  /** Of partitioned tables; `migrate` applies it. */
  partitionDays: {
    api_requests: env.API_REQUEST_RETENTION_DAYS,
    provider_exchanges: env.EXCHANGE_RETENTION_DAYS,
  },
});
