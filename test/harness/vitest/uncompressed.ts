// Sends modules to the processes of workerd as they are. The pool's connections would compress megabytes for each process, in this one,
// while all processes wait for it.
import { createRequire } from 'node:module';

type Send = (this: object, data: unknown) => void;

/** Miniflare's own package of WebSockets. */
const ws = createRequire(createRequire(import.meta.url).resolve('miniflare'))('ws') as {
  prototype: { send: Send & ((this: object, data: unknown, options: { compress: boolean }) => void) };
};

export function sendUncompressed(): void {
  const { send } = ws.prototype;
  ws.prototype.send = function (data) {
    send.call(this, data, { compress: false });
  };
}
