const occasions = ['test/notifications/occasions.test.ts'];
const timetable = ['test/notifications/timetable.test.ts'];

module.exports = [
  {
    file: 'src/notifications/store/member-mails.ts',
    tests: occasions,
    faults: [
      {
        what: 'two workers mail at once',
        find: ' for update skip locked`',
        replace: '`',
      },
      {
        what: 'a running transaction is regarded as committed',
        find: "where datname = current_database() and backend_type = 'client backend'))",
        replace: 'where false))',
      },
      {
        what: 'a mail is sent although the kind was turned off meanwhile',
        find: '\n       and ${isOnIn(kind)}`',
        replace: '`',
      },
      {
        what: 'a mail about a merchant that was disabled meanwhile is sent',
        find: " and merchants.status = 'active'",
        replace: '',
      },
      {
        what: 'a kind that is turned on mails what happened before',
        find: 'until_at = now(), next_at',
        replace: 'next_at',
      },
    ],
  },
  {
    file: 'src/notifications/store/occasions.ts',
    tests: occasions,
    faults: [
      {
        what: 'members of other merchants are mailed',
        find: 'on memberships.merchant_id = merchants.id',
        replace: 'on true',
      },
      {
        what: 'members of disabled merchants are mailed',
        find: " and merchants.status = 'active'",
        replace: '',
      },
      {
        what: 'an occasion is mailed again',
        find: 'greatest(memberships.created_at, member_mails.until_at)',
        replace: 'memberships.created_at',
      },
      {
        what: 'an occasion before the membership is mailed',
        find: 'greatest(memberships.created_at, member_mails.until_at)',
        replace: "coalesce(member_mails.until_at, '-infinity')",
      },
      {
        what: 'each occasion has a mail of its own',
        find: "coalesce(mailed_at < now() - interval '${raw(GAP)}', true)",
        replace: 'true',
      },
      {
        what: 'a webhook that its merchant paused is mailed',
        find: " and disabled_reason is distinct from 'merchant'",
        replace: '',
      },
    ],
  },
  {
    file: 'src/notifications/store/timetable.ts',
    tests: timetable,
    faults: [
      {
        what: 'payments are mailed each minute',
        find: "const RECEIVED_GAP = '1 hour'",
        replace: "const RECEIVED_GAP = '1 minute'",
      },
      {
        what: 'a person with two merchants gets two mails an hour',
        find: 'where other.user_id = member_mails.user_id and',
        replace: `where other.user_id = member_mails.user_id
      and other.merchant_id = member_mails.merchant_id and`,
      },
      {
        what: 'payments of other merchants are counted',
        find: 'where transfers.merchant_id = due.merchant_id',
        replace: 'where true',
      },
      {
        what: 'the suspended money of other merchants is in the summary',
        find: 'where merchant_id = ${merchantId} and resolved_at is null',
        replace: 'where resolved_at is null',
      },
    ],
  },
  {
    file: 'src/notifications/mail-members.ts',
    tests: occasions,
    faults: [
      {
        what: 'a mail is written outside the transaction of its cursor',
        find: 'await enqueueNotice(deps, trx, person, mail);',
        replace: 'await enqueueNotice(deps, deps.db, person, mail);',
      },
    ],
  },
  {
    file: 'src/notifications/choose-mails.ts',
    tests: ['test/notifications/choices.test.ts'],
    faults: [
      {
        what: 'a kind that keeps its state ceases to follow the role',
        find: '(kind) => present.includes(kind) !== wanted.includes(kind),',
        replace: '() => true,',
      },
    ],
  },
];
