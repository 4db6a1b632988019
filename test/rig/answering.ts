import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net';

/** A server on 127.0.0.1 that a test makes up, and what it was sent. */
export interface Answering {
  /** `http://127.0.0.1:PORT`, or `https:` */
  address: string;
  port: number;
  /** The requests so far: method and path. */
  requests: string[];
  close(): Promise<void>;
}

/**
 * Serves whatever `answer` says.
 * @param pem a certificate with its key: then over TLS.
 */
export async function answering(answer: RequestListener, pem?: string): Promise<Answering> {
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    // Clients leave in the middle of answers: that is what some tests are about.
    response.on('error', () => undefined);
    answer(request, response);
  };
  const server =
    pem === undefined ? createServer(listener) : createTlsServer({ cert: pem, key: pem }, listener);
  return { ...(await started(server, pem === undefined ? 'http' : 'https')), requests };
}

/** A proxy that wants a password, which nobody knows. */
export async function refusingProxy(): Promise<Answering> {
  const requests: string[] = [];
  const server = createServer().on('connect', (request: IncomingMessage, socket: Socket) => {
    requests.push(`CONNECT ${request.url}`);
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
  });
  return { ...(await started(server, 'http')), requests };
}

/** A proxy that leads every tunnel to this port of this machine, whatever host was asked for. */
export async function tunnelling(port: number): Promise<Answering> {
  const requests: string[] = [];
  const server = createServer().on('connect', (request: IncomingMessage, socket: Socket) => {
    requests.push(`CONNECT ${request.url}`);
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  return { ...(await started(server, 'http')), requests };
}

/** Answers every connection with these bytes, whatever was asked. */
export async function answeringBytes(bytes: string): Promise<Answering> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.end(bytes);
    });
  });
  return { ...(await started(server, 'http')), requests: [] };
}

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const taken = await answering(() => undefined);
  await taken.close();
  return taken.port;
}

/** @returns what the request carried. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}

async function started(server: Server | TcpServer, scheme: string): Promise<Omit<Answering, 'requests'>> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { address: `${scheme}://127.0.0.1:${port}`, port, close };
}
