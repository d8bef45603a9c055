import { until } from '../../support/until';
import { startApi } from '../api';
import { dial } from './sockets';

describe('300 slow clients', () => {
  it('time out on headers or bodies while the server answers others', async () => {
    const timeouts = {
      headersTimeout: 15_000,
      requestTimeout: 16_000,
      connectionsCheckingInterval: 200,
    };
    const api = await startApi({}, { timeouts });
    const clients = await Promise.all(Array.from({ length: 300 }, () => dial(api.port)));
    const dripping = setInterval(() => {
      for (const { socket } of clients) if (socket.writable) socket.write('x');
    }, 100);
    clients.forEach(({ socket }, index) => {
      const begin = 'POST /v1/qr-codes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
      const whole = `Authorization: Bearer ${api.apiKey}\r\nContent-Length: 9999\r\n\r\n{`;
      socket.write(index % 2 === 0 ? `${begin}X-Slow: ` : `${begin}${whole}`);
    });

    let answeredBesideAll = 0;
    const open = () => clients.filter((client) => !client.isClosed()).length;
    await until(
      async () => {
        await api.createQrCode();
        if (open() === clients.length) answeredBesideAll += 1;
        return open() === 0;
      },
      { describe: () => `${open()} are still open` },
    );
    clearInterval(dripping);

    expect(answeredBesideAll).toBeGreaterThan(0);
    for (const client of clients) expect(client.text()).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });
});

describe('a silent client', () => {
  it('is disconnected', async () => {
    const timeouts = { headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 50 };
    const api = await startApi({}, { timeouts });
    const client = await dial(api.port);
    await client.closed;
    expect(client.text()).toMatch(/^HTTP\/1\.1 408 /);
  });
});
