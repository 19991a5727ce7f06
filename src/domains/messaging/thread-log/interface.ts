// What other domains ask of a thread's object.
export { objectName, objectNameOfMessage } from './object-name.ts';
export { SUPPORT_SIDE } from './record.ts';
export { threadOf } from './thread-client.ts';
