import { createServer, IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Problem } from '../api/problem.ts';
import { defaultGrace, Pace } from './pace.ts';
import { StartError, type Service } from '../service.ts';
import { clientAddress, closingResponse, closingMessage, problemOfParser, targetOf } from './framing.ts';

/** Limits on the time that a client may take, in milliseconds. */
const timeouts = {
  /** For the headers of a request. */
  headers: 10_000,
  /** For the whole request. */
  request: 60_000,
  /** Between two requests. Longer than a proxy's (60 s in nginx), so that no proxy writes to a closed connection. */
  keepAlive: 75_000,
  /** Without a byte sent or received, also during a response. */
  idle: 120_000,
  /** For unfinished requests when the server stops. */
  stop: 20_000,
  /** For a client that is slower than the minimum speed, in sending or reading (see `Pace`). */
  grace: defaultGrace,
  /** Between two checks of the speed. */
  speedCheck: 1000,
};

/**
 * The maximum number of pipelined requests per connection. They are parsed at once and each uses memory; browsers
 * and proxies send one at a time.
 */
const maxPipelined = 64;

/** Each piece of a body takes time, so after `maxPieces` their average size must be `minPieceSize` bytes. */
const maxPieces = 4096;
const minPieceSize = 32;

/** Closes the connection when a body arrives in too many small pieces. */
class Incoming extends IncomingMessage {
  #pieces = 0;
  #bytes = 0;

  override push(piece: Buffer | null): boolean {
    if (piece === null) return super.push(piece);
    this.#bytes += piece.length;
    if (++this.#pieces <= maxPieces || this.#bytes >= minPieceSize * this.#pieces) return super.push(piece);
    this.socket.destroy();
    return false;
  }
}

/** A connection and its pending answers. */
interface Connection {
  /** In the order of the requests. */
  answers: { incoming: IncomingMessage; outgoing: ServerResponse }[];
  sending?: Pace | undefined;
  reading?: Pace | undefined;
  /** Whether a request was refused. Later ones are ignored: node:http parses any bytes that look like a request. */
  isRefused?: true;
}

export interface HttpServer {
  /** Accepts no more requests, lets current ones finish, and closes all connections. */
  close(): Promise<void>;
}

export interface ListenOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Creates the service when its address (`http://host:port`) is known. */
  service: (address: string) => Service;
  timeouts?: Partial<typeof timeouts>;
}

/** Serves the service over HTTP/1.1. @throws StartError when the address can't be used. */
export async function listen({ host, port, service, ...options }: ListenOptions): Promise<HttpServer> {
  const limits = { ...timeouts, ...options.timeouts };
  const connections = new Map<Socket, Connection>();
  const unfinished = new Set<Promise<void>>();
  let isClosing = false;

  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.keepAlive,
      connectionsCheckingInterval: Math.min(1000, limits.headers, limits.request),
      IncomingMessage: Incoming,
      requireHostHeader: false, // node:http's own refusal would have no body
    },
    receive,
  );
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    continueWhenRead(incoming, outgoing);
    receive(incoming, outgoing);
  });
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const problem = new Problem(417, 'Unsupported Expect header. Only `100-continue` is supported.');
    refuse(incoming, outgoing, problem);
  });
  server.on('connect', (_incoming: IncomingMessage, socket: Socket) => {
    socket.write(closingMessage(new Problem(400, 'This server is not a proxy.')));
    socket.destroySoon();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The error must not be written while an earlier response is pending or unfinished, or after the connection's last
    // response.
    const { isRefused, answers = [] } = connections.get(socket) ?? {};
    const isAnswered =
      isRefused ?? answers.some(({ outgoing }) => outgoing.headersSent || outgoing.req.complete);
    if (socket.writable && !isAnswered) socket.write(closingMessage(problemOfParser(error)));
    socket.destroySoon();
  });

  function receive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    const connection = connections.get(socket);
    // node:http still parses requests that it had read before the connection was closed.
    if (socket.destroyed || !connection || connection.isRefused) return;
    const target = targetOf(incoming);
    if (target instanceof Problem) {
      refuse(incoming, outgoing, target);
      return;
    }
    incoming.url = target;
    const { answers } = connection;
    if (answers.length > maxPipelined) {
      socket.destroy();
      return;
    }
    answers.push({ incoming, outgoing });
    // Reads the rest of a refused body, which would block the connection's next request.
    outgoing.once('finish', () => {
      if (incoming.readableEnded) return;
      incoming.removeAllListeners('data');
      incoming.resume();
    });
    outgoing.once('close', () => {
      const isFirst = answers[0]?.outgoing === outgoing;
      answers.splice(
        answers.findIndex((other) => other.outgoing === outgoing),
        1,
      );
      const [next] = answers;
      if (isClosing) socket.destroySoon();
      else if (isFirst && next && !socket.destroyed) startAnswer(next);
    });
    // Requests of a connection run one at a time, so that unread responses don't accumulate.
    if (answers.length === 1) startAnswer({ incoming, outgoing });
  }

  function startAnswer({ incoming, outgoing }: Connection['answers'][number]): void {
    const answered = answer(incoming, outgoing);
    unfinished.add(answered);
    void answered.finally(() => unfinished.delete(answered));
  }

  /** Disconnects clients that send a body or read a response more slowly than `leastSpeed`. */
  function disconnectSlowClients(): void {
    const now = performance.now();
    for (const [socket, connection] of connections) {
      const [first] = connection.answers;
      if (first === undefined) {
        connection.sending = connection.reading = undefined;
        continue;
      }
      const { bytesRead, bytesWritten, writableLength } = socket;
      const { complete, readableFlowing } = first.incoming;
      const read = bytesWritten - writableLength;
      const sending = (connection.sending ??= new Pace('sending', now, bytesRead, limits.grace));
      const reading = (connection.reading ??= new Pace('reading', now, read, limits.grace));
      // While the service isn't reading the body, the client waits for the server, so it isn't slow.
      const isSlow = sending.isTooSlow(now, bytesRead, !complete && readableFlowing === true);
      if (reading.isTooSlow(now, read, writableLength > 0) || isSlow) socket.destroy();
    }
  }

  function refuse({ socket }: IncomingMessage, outgoing: ServerResponse, problem: Problem): void {
    const connection = connections.get(socket);
    if (connection) connection.isRefused = true;
    const { status, headers, text } = closingResponse(problem);
    outgoing.writeHead(status, headers).end(text);
  }

  server.timeout = limits.idle;
  server.on('connection', (socket) => {
    connections.set(socket, { answers: [] });
    socket.once('close', () => connections.delete(socket));
  });
  const speedCheck = setInterval(disconnectSlowClients, limits.speedCheck).unref();

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      clearInterval(speedCheck);
      reject(new StartError(reasonOf(error, host, port), { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  const handle = service(addressOf(host, server.address() as AddressInfo));
  const answer = getRequestListener(
    (request, { incoming }) =>
      handle(
        request,
        clientAddress(incoming.socket.remoteAddress, incoming.headers['x-forwarded-for']?.toString()),
      ),
    {
      hostname: 'localhost', // HTTP/1.0 needs no Host header
      errorHandler: errorResponse,
    },
  );

  async function close(): Promise<void> {
    isClosing = true;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const [socket, { answers }] of connections) {
      for (const { outgoing } of answers)
        if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
      // Node's closeIdleConnections skips connections that have sent nothing yet, such as those that browsers open
      // in advance.
      if (answers.length === 0) socket.destroy();
    }
    const deadline = Promise.withResolvers<undefined>();
    const force = setTimeout(() => {
      server.closeAllConnections();
      deadline.resolve(undefined);
    }, limits.stop);
    await closed;
    await Promise.race([Promise.all(unfinished), deadline.promise]);
    clearTimeout(force);
    clearInterval(speedCheck);
  }

  return { close };
}

function addressOf(host: string, { family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' && host.includes(':') ? `[${host}]` : host}:${port}`;
}

function reasonOf({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${host} is in use. Choose another with --port, or stop the program that uses it.`;
  }
  if (code === 'EACCES') return `Permission denied for port ${port}. Choose 1024 or higher with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `${host} is not an address of this machine. Set another with --host.`;
  }
  return `Port ${port} of ${host} can't be opened: ${message}`;
}

/**
 * Sends `100 Continue` only when the body is read, so that a client whose request is refused sends no body. After a
 * refusal the connection is closed, because the client may send the body anyway.
 */
function continueWhenRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { shouldKeepAlive } = outgoing;
  outgoing.shouldKeepAlive = false;
  incoming.once('resume', () => {
    if (outgoing.headersSent) return;
    outgoing.shouldKeepAlive = shouldKeepAlive;
    outgoing.writeContinue();
  });
}

/** The response if the target or Host header is not a valid address, or if the service threw. */
function errorResponse(error: unknown): Response {
  const { status, headers, text } = closingResponse(
    error instanceof RequestError
      ? new Problem(400, 'The address or the Host header of the request is not valid.')
      : new Problem(500, 'The service failed.'),
  );
  return new Response(text, { status, headers });
}
