// The fake chat service of a benchmark, in its own process. The service confirms each message and keeps none.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let sent = 0;
const server = createServer((req, res) => {
  req.resume();
  req.on('end', () => {
    sent += 1;
    const body = JSON.stringify({ id: `sent-${sent}` });
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    res.end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.on('disconnect', () => {
  process.exit();
});
