// The interface of mails for other domains.
export { deleteBounces } from './store.ts';
