// Hashes passwords with scrypt. The platform's implementation takes less of a request's CPU time than the library's.
import { Buffer } from 'node:buffer';
import nodeCrypto from 'node:crypto';
import { randomBase62 } from '../../../kit/crypto.ts';

/** 16 MB and about 90 ms, about twice the time of OWASP's minimum. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const BYTES = 64;

/** Returns `salt:key`, with the key in hex. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBase62(22);
  return `${salt}:${(await derive(password, salt)).toString('hex')}`;
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [salt, key] = hash.split(':') as [string, string];
  return nodeCrypto.timingSafeEqual(await derive(password, salt), Buffer.from(key, 'hex'));
}

function derive(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    nodeCrypto.scrypt(password.normalize('NFKC'), salt, BYTES, COST, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
