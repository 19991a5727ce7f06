// A browser's line to the service: a SOCKS proxy that lets so many bytes a second out and can be cut. Cutting it by the browser's own
// tools is no cut: requests that are under way would be let through at once.
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as clock from '../../harness/clock.ts';

export interface SlowLine {
  /** As the browser is given it. */
  proxy: string;
  /** Bytes that have gone out so far. */
  sent(): number;
  /** From now on so many bytes a second go out. */
  pace(bytesASecond: number): void;
  /** Ends all connections, and refuses others until `mend`. */
  cut(): void;
  mend(): void;
  close(): void;
}

const GRANTED = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);

export async function slowLine(bytesASecond = Number.POSITIVE_INFINITY): Promise<SlowLine> {
  const open = new Set<Socket>();
  let [sent, isCut, freeAt, speed] = [0, false, 0, bytesASecond];

  const read = async (socket: Socket, bytes: number): Promise<Buffer> => {
    for (;;) {
      const found = socket.read(bytes) as Buffer | null;
      if (found) return found;
      await new Promise((resolve) => socket.once('readable', resolve));
      if (socket.destroyed || socket.readableEnded) throw new Error('The browser hung up.');
    }
  };
  /** Greets the browser and reads the port that it asks for. Everything is on this machine. */
  const portAskedFor = async (socket: Socket): Promise<number> => {
    const [, methods] = await read(socket, 2);
    await read(socket, methods!);
    socket.write(Buffer.from([5, 0]));
    const kind = (await read(socket, 4))[3];
    const length = kind === 1 ? 4 : kind === 4 ? 16 : (await read(socket, 1))[0]!;
    await read(socket, length);
    return (await read(socket, 2)).readUInt16BE();
  };
  const relay = async (socket: Socket): Promise<void> => {
    const service = connect(await portAskedFor(socket), '127.0.0.1');
    open.add(service);
    service.on('error', () => socket.destroy());
    service.on('close', () => {
      open.delete(service);
      socket.destroy();
    });
    socket.on('close', () => service.destroy());
    socket.write(GRANTED);
    service.pipe(socket);
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      freeAt = Math.max(freeAt, clock.now()) + (chunk.length / speed) * 1_000;
      await sleep(Math.max(0, freeAt - clock.now()));
      if (service.destroyed) return;
      service.write(chunk);
      sent += chunk.length;
    }
  };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (isCut) return socket.destroy();
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    relay(socket).catch(() => socket.destroy());
  });
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  );
  return {
    proxy: `socks5://127.0.0.1:${port}`,
    sent: () => sent,
    pace: (next) => {
      speed = next;
    },
    cut,
    mend: () => {
      isCut = false;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
