// What other domains may ask of the fields of ad platforms.
export { fieldsOf } from './platform-fields.ts';
