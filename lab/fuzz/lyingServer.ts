import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import type { Reply } from './generators/answers.ts';

/** A server on 127.0.0.1 that answers with bytes chosen by a check. */
export interface LyingServer {
  address: string;
  /** The answer to every connection from now on. */
  reply: Reply;
  /** Bytes sent over its connections since this was last set. */
  written: number;
  close(): Promise<void>;
}

/** @param pem a certificate with its key, for TLS. */
export async function startLying(pem?: string): Promise<LyingServer> {
  const sockets = new Set<Socket>();
  const talk = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    socket.once('data', () => {
      socket.on('data', () => undefined);
      void send(socket);
    });
  };
  const server = pem === undefined ? createServer(talk) : createTlsServer({ cert: pem, key: pem }, talk);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const lying: LyingServer = {
    address: `${pem === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    reply: { pieces: [], pause: 0, then: 'end' },
    written: 0,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };

  async function send(socket: Socket): Promise<void> {
    const { reply } = lying;
    for (const piece of reply.pieces) {
      await write(socket, piece);
      await pause(reply.pause);
    }
    if (reply.then === 'end') socket.end();
    if (reply.then === 'reset') breakOff(socket);
    const again = Buffer.alloc(64 * 1024, reply.pieces.at(-1) ?? ' ');
    while (reply.then === 'repeat' && !socket.destroyed) {
      await write(socket, again);
      await setImmediate(); // the client lives in this thread too
    }
  }

  /** @returns once the bytes are sent, or the connection is closed. */
  async function write(socket: Socket, bytes: Buffer): Promise<void> {
    await new Promise<void>((resolve) => {
      if (socket.destroyed) resolve();
      else
        socket.write(bytes, () => {
          resolve();
        });
    });
    lying.written += bytes.length;
  }

  return lying;
}

/** Node can only reset plain connections. */
function breakOff(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}
