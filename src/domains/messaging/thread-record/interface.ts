// What the domains of threads and messages ask of their records.
export { acting, onceFor } from './acting.ts';
export { afterChange, type FoundThread, statusAfter } from './found-thread.ts';
export { findPair, insertThreadNow } from './opening-store.ts';
export { cannotSend, resultOf } from './refused.ts';
export { mayWrite, type OpenThread, readable, requireThread } from './require-thread.ts';
export { openingOf, type Rights } from './rights.ts';
export { shownMessages } from './shown-messages.ts';
export {
  countUnread,
  findDirectThread,
  findProgramThread,
  findSupportThread,
  findThread,
  listThreads,
  type ThreadPlace,
} from './store.ts';
