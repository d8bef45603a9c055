import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const script = path.join(__dirname, '..', '..', 'scripts', 'secrets.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'saphan-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Scans a repository with the files, of which those in `untracked` are not added. */
function scan(files: Readonly<Record<string, string>>, untracked: readonly string[] = []) {
  const repository = mkdtempSync(path.join(folder, 'repository-'));
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: repository });
  git('init', '--quiet');
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(repository, file)), { recursive: true });
    writeFileSync(path.join(repository, file), text);
    if (!untracked.includes(file)) git('add', file);
  }
  const { status, stdout } = spawnSync(process.execPath, [script, repository], {
    encoding: 'utf8',
  });
  return { status, stdout };
}

/** Planted values are written in two parts, because this file is scanned, too. */
const random = ['Q7fX2mL9tRw4nZk8', 'sBd1vGh6jYp3aUeC'].join('');
const planted: readonly (readonly [string, string])[] = [
  ['private key', `-----BEGIN ${'PRIVATE'} KEY-----\n${random}${random}\n`],
  ['private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----\\n${random}${random}\\n`],
  ['key of Saphan or Stripe', `const key = "sk_${'live'}_${random}"`],
  ['webhook secret', `whsec_${random}`],
  ['key of Omise', `skey_${'5wx8kqz2n7v4m1t9r3y'}`],
  ['key of AWS', `AKIA${'ZQ3DRSTUV7XY2ABC'}`],
  ['key of Google', `AIza${random}abc`],
  ['token of GitHub', `ghp_${random}abcd`],
  ['token of npm', `//registry.example/:_authToken=npm_${random}abcd`],
  ['token of Slack', `xoxb-${'2847561930'}-abc`],
  ['JSON Web Token', `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxMjM0NTY3'}.${random}`],
  ['key ring', `ENCRYPTION=k1:${Buffer.from(random).toString('base64').slice(0, 43)}=`],
  ['password in a URL', `postgres://saphan:${random}@db.example.com/saphan`],
  ['assigned secret', `SMTP_PASSWORD=${random}`],
  ['assigned secret', `"clientSecret": "${random}"`],
];

it('each planted secret fails the scan with its place, without its value', () => {
  const files = planted.map(([, text], index) => [`src/${index}.ts`, `// a\n\n${text}\n`]);
  const { status, stdout } = scan(Object.fromEntries(files) as Record<string, string>);
  for (const [index, [rule]] of planted.entries()) {
    expect(stdout).toMatch(new RegExp(`^src/${index}\\.ts:3: ${rule} \\([0-9a-f]{12}\\)$`, 'm'));
  }
  expect(stdout).not.toContain(random.slice(0, 8));
  expect(status).toBe(1);
});

it('tests may assign invented values, but no key of a known format', () => {
  const { status, stdout } = scan({
    'test/a.ts': `const token = '${random}';`,
    'test/b.ts': `const key = 'sk_${'live'}_${random}';`,
  });
  expect(stdout).toMatch(/^test\/b\.ts:1: key of Saphan or Stripe \(\w+\)\n1 possible/);
  expect(status).toBe(1);
});

it('placeholders, untracked files and binary files pass the scan', () => {
  const { status, stdout } = scan(
    {
      '.env.example': 'SMTP_PASSWORD=\nDATABASE_URL=postgres://saphan:password@db/saphan\n',
      'compose.yml': 'DATABASE_URL: postgres://app:${POSTGRES_APP_PASSWORD:?set it in .env}@db/x',
      'a.ts': 'const token = readToken(request.headers.authorization);',
      '.env': `SMTP_PASSWORD=${random}`,
      'picture.png': `\0SMTP_PASSWORD=${random}`,
    },
    ['.env'],
  );
  expect([status, stdout]).toEqual([0, 'No secret in 4 files.\n']);
});
