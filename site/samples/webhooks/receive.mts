import { createServer } from 'node:http';
import { verifyWebhook, type SaphanEvent } from 'saphan';

const SECRET = 'whsec_…';
const known = new Set<string>(); // a table of your database

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  let event: SaphanEvent;
  try {
    event = verifyWebhook(SECRET, request.headers, Buffer.concat(chunks));
  } catch {
    response.writeHead(400).end();
    return;
  }
  if (!known.has(event.id)) {
    known.add(event.id);
    if (event.event === 'payment.succeeded') console.log('ship', event.data.reference);
  }
  response.writeHead(204).end();
});
server.listen(3000);
