const rotation = ['test/platform/postgres/partitions.test.ts'];

module.exports = [
  {
    file: 'src/platform/postgres/partitions.ts',
    tests: rotation,
    faults: [
      {
        what: 'a locked table stops the rotation of others',
        find: 'locked.push(name);',
        replace: 'throw error;',
      },
      {
        what: 'a changed retention is not applied',
        find: 'step_days = excluded.step_days, kept_days = excluded.kept_days\n',
        replace: 'step_days = excluded.step_days\n',
      },
    ],
  },
  {
    file: 'src/platform/postgres/roles.ts',
    tests: ['test/commands/roles.test.ts'],
    faults: [
      {
        what: 'processes can shorten a retention',
        find: "  partition_rules: 'insert, update, delete',\n",
        replace: '',
      },
    ],
  },
];
