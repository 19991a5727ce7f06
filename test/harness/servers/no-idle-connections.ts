// Journeys keep no idle connections: workerd drops a connection that was idle for five seconds, and on a busy
// machine a request might use it. Imported for its effect.
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

type Dispatchers = { [DISPATCHER]: { constructor: new (options: { pipelining: number }) => object } };

// Node loads the module with the dispatcher at the first request.
await fetch('data:,');
const node = globalThis as unknown as Dispatchers;
Object.assign(globalThis, { [DISPATCHER]: new node[DISPATCHER].constructor({ pipelining: 0 }) });

export {};
