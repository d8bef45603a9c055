import { BlockList, isIPv4 } from 'node:net';
import { readAddress } from './network';

const kindOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

/**
 * IPv4 or IPv6. Returns `address/prefix`, with the full prefix for a single address; null for other
 * text.
 */
export function readBlock(text: string): string | null {
  const [, written = '', , prefix] = /^([^/]*)(\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const address = readAddress(written);
  if (address === null) return null;
  const bits = isIPv4(address) ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  return length > bits ? null : `${address}/${length}`;
}

/** Each block as `readBlock` returns it. */
export function isInBlocks(address: string, blocks: readonly string[]): boolean {
  const read = readAddress(address);
  if (read === null) return false;
  const list = new BlockList();
  for (const block of blocks) {
    const [base = '', length = ''] = block.split('/');
    list.addSubnet(base, Number(length), kindOf(base));
  }
  return list.check(read, kindOf(read));
}
