// The hash chain: each entry's hash covers the hash before it, so changing, dropping, adding or moving an
// entry makes every later hash wrong.
import { sha256Hex } from '../../../kit/crypto.ts';

/**
 * The first entry's hash covers this instead of a previous hash, so that a journal cannot pass for another
 * holder's.
 */
export function genesisHash(holder: string): string {
  return sha256Hex(`ledger ${holder}`);
}

/** @param body the entry exactly as stored. */
export function entryHash(previous: string, seq: number, key: string, body: string): string {
  return sha256Hex(`${previous}\n${seq}\n${key}\n${body}`);
}

/** 64 bits of SHA-256 of plain data, independent of the order of fields. Undefined fields count as absent. */
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
