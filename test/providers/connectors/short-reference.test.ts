import { shortReference } from '../../../src/providers/connectors/short-reference';

describe('a short reference', () => {
  it('is the same for an order, differs between orders, and has the asked length', () => {
    const of = (orderId: string) => shortReference(orderId, 15);
    expect(of('pay_1')).toBe(of('pay_1'));
    expect(of('pay_1')).toMatch(/^[0-9A-Z]{15}$/);
    const many = Array.from({ length: 10_000 }, (_, number) => of(`pay_${number}`));
    expect(new Set(many).size).toBe(many.length);
  });

  it('does not change between releases: open orders are found by it', () => {
    expect(shortReference('0192f0c1-0000-7000-8000-000000000001', 20)).toBe('W18NW5BYG8D3VYXK0M9Y');
  });
});
