import { readAccountNumber, type Payee } from '../kernel/rules/banks';
import { Problem } from '../kernel/rules/problem';
import { readBlock } from '../platform/network/address-blocks';
import { PAYEES_MAX } from './payees';

const ADDRESSES_MAX = 20;
const BANK_NAME_LENGTH_MAX = 100;

const partsOf = (text: string, separator: RegExp): readonly string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Separated by spaces, commas or lines. Throws Problem `invalid_addresses`. */
export function readBlocks(text: string): readonly string[] {
  const blocks = partsOf(text, /[\s,]+/).map((part) => {
    const block = readBlock(part);
    if (block !== null) return block;
    throw new Problem('invalid_addresses', { param: 'addresses' });
  });
  const distinct = [...new Set(blocks)];
  if (distinct.length <= ADDRESSES_MAX) return distinct;
  throw new Problem('invalid_addresses', { param: 'addresses' });
}

/** Each as `bank: number`, separated by commas or lines. Throws Problem `invalid_payees`. */
export function readPayees(text: string): readonly Payee[] {
  const invalid = () => new Problem('invalid_payees', { param: 'payees' });
  const payees = partsOf(text.normalize('NFC'), /[,\n]/).map((part) => {
    const [, bankName = '', written = ''] = /^([^:]+):([^:]+)$/.exec(part) ?? [];
    const accountNumber = readAccountNumber(written);
    const name = bankName.trim();
    if (name === '' || name.length > BANK_NAME_LENGTH_MAX || accountNumber === null) {
      throw invalid();
    }
    return { bankName: name, accountNumber };
  });
  if (payees.length > PAYEES_MAX) throw invalid();
  return payees;
}
