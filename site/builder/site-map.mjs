/** The guides in the order of the contents, by group. Each is a file of `guides/<language>`. */
export const guides = [
  { group: 'start', names: ['index', 'first-payment', 'sandbox'] },
  { group: 'accept', names: ['checkout', 'links', 'cards', 'deposits'] },
  { group: 'after', names: ['webhooks', 'refunds'] },
  { group: 'payout', names: ['payouts', 'approvals'] },
  {
    group: 'operate',
    names: [
      'conventions',
      'keys',
      'idempotency',
      'errors',
      'fees',
      'clients',
      'going-live',
      'changelog',
    ],
  },
];

export const languages = ['en', 'th'];

/** The languages of samples, by file extension, in the order of the tabs. */
export const sampleLanguages = [
  { extension: 'sh', name: 'curl', colours: 'bash' },
  { extension: 'mts', name: 'TypeScript', colours: 'typescript' },
  { extension: 'php', name: 'PHP', colours: 'php' },
  { extension: 'py', name: 'Python', colours: 'python' },
];
