import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** The command after which the server closes the connection without a reply; END: after the end of the message. */
type LastCommand = 'MAIL' | 'DATA' | 'END';

/** An SMTP server on loopback that closes the connection without a reply, as a server that is restarted. */
export interface ClosingSmtp {
  readonly url: string;
  /** The messages that the server received up to their end. */
  readonly received: string[];
  closesAfter: LastCommand;
  stop(): void;
}

const endOfMessage = '\r\n.\r\n';

export const startClosingSmtp = async (): Promise<ClosingSmtp> => {
  const received: string[] = [];
  const converse = (socket: Socket): void => {
    let text = '';
    let isMessage = false;
    const readCommand = (line: string): void => {
      isMessage = line === 'DATA';
      if (line.startsWith(smtp.closesAfter)) socket.destroy();
      else socket.write(isMessage ? '354 go on\r\n' : '250 ok\r\n');
    };
    socket.on('error', () => undefined);
    socket.write('220 test\r\n');
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      for (let end = text.indexOf('\r\n'); end >= 0 && !isMessage; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        readCommand(line);
      }
      if (!isMessage || !text.endsWith(endOfMessage)) return;
      received.push(text);
      socket.destroy();
    });
  };
  const server = createServer(converse);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const smtp: ClosingSmtp = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    closesAfter: 'END',
    stop: () => void server.close(),
  };
  return smtp;
};
