import { freePort } from '../../support/free-port';

describe('freePort', () => {
  it('returns an unused port outside the ephemeral range', async () => {
    const ports: number[] = [];
    // By chance alone, some of so many would be the same.
    for (let count = 0; count < 400; count++) ports.push(await freePort());
    expect(new Set(ports).size).toBe(ports.length);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });
});
