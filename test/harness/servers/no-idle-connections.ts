// Journeys keep no connection between two requests: workerd drops one that was idle for five seconds, and on a busy machine
// a request would meet that. Imported for its effect.
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

type Dispatchers = { [DISPATCHER]: { constructor: new (options: { pipelining: number }) => object } };

// Node loads what has the dispatcher with the first request.
await fetch('data:,');
const node = globalThis as unknown as Dispatchers;
Object.assign(globalThis, { [DISPATCHER]: new node[DISPATCHER].constructor({ pipelining: 0 }) });

export {};
