declare namespace Cloudflare {
  interface Env extends BindingsOfService {
    EVENTS_0: D1Database;
    EVENTS_1: D1Database;
    SEARCH: D1Database;
    TEST_MIGRATIONS: string;
    /** Set when tests may put ledgers out of memory. */
    TEST_EVICTS?: string;
  }
  interface GlobalProps {
    mainModule: typeof import('../../src/index.ts');
  }
}

type BindingsOfService = import('../../src/env.ts').Bindings;
