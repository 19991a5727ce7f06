// The chain: each entry's hash covers the hash before it, so that no entry can be changed, dropped, added or moved
// without every later hash being wrong.
import { sha256Hex } from '../../../kit/crypto.ts';

/** What the first entry's hash covers in place of one before it: a journal can't be passed off as another holder's. */
export function genesisHash(holder: string): string {
  return sha256Hex(`ledger ${holder}`);
}

/** @param body the entry as stored, to the character. */
export function entryHash(previous: string, seq: number, key: string, body: string): string {
  return sha256Hex(`${previous}\n${seq}\n${key}\n${body}`);
}

/** 64 bits of SHA-256 of any plain data, whatever the order of its fields. Fields that are undefined count as absent. */
export function contentHash(content: unknown): string {
  return sha256Hex(canonical(content)).slice(0, 16);
}

function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${canonical(item)}`;
    return `[${text}]`;
  }
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields).sort()) {
    const field = fields[name];
    if (field !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonical(field)}`;
  }
  return `{${text}}`;
}
