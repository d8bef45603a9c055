import { createSandboxMailbox } from '../../../src/mail/sandbox-mailbox';
import { providerKey, startBank } from './bank';

/** Nobody is called back here. */
const options = { gatewayUrl: 'http://127.0.0.1:1' };

const letter = {
  to: 'somchai@example.com',
  subject: '<b>Open</b>',
  text: 'Open this:\n\nhttp://localhost:8080/dashboard/join/abc?lang=en\n\nBye',
};

test('mail of the gateway is on the page, newest first, its link to be followed', async () => {
  const bank = await startBank(options);
  const mailer = createSandboxMailbox({ url: bank.url, key: providerKey });
  expect(await mailer.send({ ...letter, subject: 'First' })).toBe('sent');
  expect(await mailer.send(letter)).toBe('sent');
  const page = await (await fetch(`${bank.url}/mail?lang=en`)).text();
  expect(page.indexOf('&lt;b&gt;Open&lt;/b&gt;')).toBeLessThan(page.indexOf('First'));
  expect(page).toContain('<a href="http://localhost:8080/dashboard/join/abc?lang=en">');
  expect(page).not.toContain('<b>Open');
});

test('mail is there again after a restart', async () => {
  const bank = await startBank(options);
  const mailer = createSandboxMailbox({ url: bank.url, key: providerKey });
  await Promise.all(['One', 'Two', 'Three'].map((subject) => mailer.send({ ...letter, subject })));
  await bank.close();
  const again = await startBank({ ...options, dataDir: bank.dataDir });
  const page = await (await fetch(`${again.url}/mail?lang=en`)).text();
  for (const subject of ['One', 'Two', 'Three']) expect(page).toContain(subject);
});

test('mail is taken from the gateway only, and refused for good where it has no form', async () => {
  const bank = await startBank(options);
  const stranger = createSandboxMailbox({ url: bank.url, key: 'another-key-of-the-tests' });
  await expect(stranger.send(letter)).rejects.toThrow('401');
  const mailer = createSandboxMailbox({ url: bank.url, key: providerKey });
  expect(await mailer.send({ ...letter, to: '' })).toBe('refused');
  const page = await (await fetch(`${bank.url}/mail?lang=en`)).text();
  expect(page).toContain('No mail yet');
});
