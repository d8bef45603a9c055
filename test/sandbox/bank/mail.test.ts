import { createSandboxMailbox } from '../../../src/platform/mail/sandbox-mailbox';
import { providerKey, startBank } from './bank';

/** These tests cause no callbacks. */
const options = { gatewayUrl: 'http://127.0.0.1:1' };

const email = {
  to: 'somchai@example.com',
  subject: '<b>Open</b>',
  text: 'Open this:\n\nhttp://localhost:8080/dashboard/join/abc?lang=en\n\nBye',
};

test('mailbox lists email newest first, escaped, with links', async () => {
  const bank = await startBank(options);
  const mailer = createSandboxMailbox({ url: bank.url, key: providerKey });
  expect(await mailer.send({ ...email, subject: 'First' })).toBe('sent');
  expect(await mailer.send(email)).toBe('sent');
  const page = await (await fetch(`${bank.url}/mail?lang=en`)).text();
  expect(page.indexOf('&lt;b>Open&lt;/b>')).toBeLessThan(page.indexOf('First'));
  expect(page).toContain('<a href="http://localhost:8080/dashboard/join/abc?lang=en">');
  expect(page).not.toContain('<b>Open');
});

test('mailbox keeps email over a restart', async () => {
  const bank = await startBank(options);
  const mailer = createSandboxMailbox({ url: bank.url, key: providerKey });
  await Promise.all(['One', 'Two', 'Three'].map((subject) => mailer.send({ ...email, subject })));
  await bank.close();
  const again = await startBank({ ...options, dataDir: bank.dataDir });
  const page = await (await fetch(`${again.url}/mail?lang=en`)).text();
  for (const subject of ['One', 'Two', 'Three']) expect(page).toContain(subject);
});

test('mailbox requires the provider key and rejects invalid email permanently', async () => {
  const bank = await startBank(options);
  const stranger = createSandboxMailbox({ url: bank.url, key: 'another-key-of-the-tests' });
  await expect(stranger.send(email)).rejects.toThrow('401');
  const mailer = createSandboxMailbox({ url: bank.url, key: providerKey });
  expect(await mailer.send({ ...email, to: '' })).toBe('refused');
  const page = await (await fetch(`${bank.url}/mail?lang=en`)).text();
  expect(page).toContain('No mail yet');
});
