import { isInBlocks, readBlock } from '../../../src/platform/network/address-blocks';

test.each([
  ['203.0.113.7', '203.0.113.7/32'],
  [' 203.0.113.0/24 ', '203.0.113.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ['2001:DB8::/48', '2001:db8::/48'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['203.0.113.0/33', null],
  ['2001:db8::/129', null],
  ['::ffff:203.0.113.0/120', null],
  ['203.0.113.0/', null],
  ['203.0.113.0/-1', null],
  ['203.0.113.0/24/8', null],
  ['203.0.113', null],
  ['fe80::1%eth0', null],
  ['example.com', null],
  ['', null],
])('%p is read as %p', (text, block) => {
  expect(readBlock(text)).toBe(block);
});

const blocks = ['203.0.113.0/25', '198.51.100.9/32', '2001:db8:1::/48'];

test.each([
  ['203.0.113.0', true],
  ['203.0.113.127', true],
  ['203.0.113.128', false],
  ['::ffff:203.0.113.9', true],
  ['198.51.100.9', true],
  ['198.51.100.8', false],
  ['2001:db8:1:ffff::1', true],
  ['2001:db8:2::1', false],
  // The IPv6 address that ends with the bits of an IPv4 address of the list.
  ['::203.0.113.9', false],
  ['', false],
])('%p is in the blocks: %p', (address, isIn) => {
  expect(isInBlocks(address, blocks)).toBe(isIn);
});

test('no address is in an empty list', () => {
  expect(isInBlocks('203.0.113.7', [])).toBe(false);
});
