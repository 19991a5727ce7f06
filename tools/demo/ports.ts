import { createServer } from 'node:net';

/** Throws an Error with advice when another process uses the port. */
export async function assertFree(port: number, purpose: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Port ${port} (${purpose}) is taken. Stop what uses it, or choose four free ports in a row, and data of their own if another run goes on: npm run dev -- --port 9000 --state .wrangler/second`,
            )
          : error,
      );
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}
