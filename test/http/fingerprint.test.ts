import { fingerprint } from '../../src/http/middleware/idempotency';

describe('the fingerprint of a request', () => {
  it('depends on the object in the path', () => {
    const [one, other] = ['pay_1', 'pay_2'].map((id) => fingerprint({ id }, { amount: 1 }));
    expect(one).not.toEqual(other);
  });

  it('depends on the body, and not on the key in it', () => {
    const one = fingerprint({ id: 'pay_1' }, { amount: 1, idempotency_key: 'a' });
    expect(fingerprint({ id: 'pay_1' }, { idempotency_key: 'b', amount: 1 })).toEqual(one);
    expect(fingerprint({ id: 'pay_1' }, { amount: 2, idempotency_key: 'a' })).not.toEqual(one);
  });

  it('does not depend on the spelling of a Thai text', () => {
    const of = (name: string) => fingerprint({}, { metadata: { name } });
    expect(of('น\u0e4d\u0e49\u0e32ค\u0e33เเดง')).toEqual(of('น\u0e49\u0e33ค\u0e33แดง'));
    expect(of('น้ำแดง')).not.toEqual(of('น้ำเดง'));
  });
});
