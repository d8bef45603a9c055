import {
  UnsafeTarget,
  isPublicAddress,
  parseTarget,
} from '../../../src/platform/network/public-address';
import { unsafeUrls } from './unsafe-urls';

describe('a public deployment', () => {
  for (const [kind, urls] of Object.entries(unsafeUrls)) {
    it.each(urls)(`refuses ${kind}: %j`, (url) => {
      expect(() => parseTarget(url, false)).toThrow(UnsafeTarget);
    });
  }

  it('is tested with at least 80 URLs', () => {
    expect(new Set(Object.values(unsafeUrls).flat()).size).toBeGreaterThanOrEqual(80);
  });

  it.each([
    ['https://merchant.example/hook?key=1#part', 'https://merchant.example/hook?key=1#part'],
    ['https://merchant.example:443/', 'https://merchant.example/'],
    ['https://merchant.example:8443/', 'https://merchant.example:8443/'],
    ['https://ร้านค้า.ไทย/แจ้งเตือน', undefined],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://134744072/', 'https://8.8.8.8/'],
    ['https://[::ffff:8.8.8.8]/', 'https://[::ffff:808:808]/'],
    ['https://[2606:4700:4700::1111]:8443/', 'https://[2606:4700:4700::1111]:8443/'],
    [`https://merchant.example/${'a'.repeat(2023)}`, undefined],
  ])('accepts %p', (url, href) => {
    expect(parseTarget(url, false).href).toBe(href ?? new URL(url).href);
  });
});

describe('a sandbox', () => {
  it.each([
    'http://localhost:3000/hook',
    'http://127.0.0.1:49152/',
    'http://[::1]:8080/',
    'https://10.0.0.1:9000/',
    'http://receiver/',
  ])('accepts %p', (url) => {
    expect(parseTarget(url, true).href).toBe(url);
  });

  it.each([
    ...(unsafeUrls['a user name or password'] ?? []),
    ...(unsafeUrls['no URL at all'] ?? []),
    'ftp://localhost/',
    'file:///etc/passwd',
    'data:text/plain,hello',
  ])('refuses %j', (url) => {
    expect(() => parseTarget(url, true)).toThrow(UnsafeTarget);
  });
});

describe('an address', () => {
  it.each(['1.1.1.1', '172.32.0.1', '168.63.129.17', '::ffff:1.1.1.1', '2001:4860:4860::8888'])(
    'as %s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each(['', 'localhost', '127.1', '0x8080808', '8.8.8.8.', '8.8.8.8/8', '[::1]', 'fe80::1%lo'])(
    'as %p is not one, or not public',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );
});
