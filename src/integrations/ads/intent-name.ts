// On platforms without idempotency keys, the intent's key is part of an object's name, in square brackets at its end.
import type { Intent } from './steps.ts';

export const tag = ({ key }: Intent) => ` [${key}]`;

/** The object's name on the platform. */
export const tagged = (name: string, intent: Intent) => name + tag(intent);

/** The name that people gave it. */
export const untagged = (name: string) => name.replace(/ \[[a-z0-9]{4,12}\]$/, '');

const KEY_LENGTH = 12;
const LETTERS = '0123456789abcdefghijklmnopqrstuv';

/** A unique key with 60 random bits. */
export function newIntentKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_LENGTH)), (byte) => LETTERS[byte % 32]).join(
    '',
  );
}
