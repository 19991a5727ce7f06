// The tokens in links. Only their hashes are stored, so that who reads the tables can open nothing.
import { randomBase62, sha256Hex } from '../kit/crypto.ts';
import { AppError } from '../kit/error.ts';

type Link = 'sign_up' | 'new_password' | 'invitation';

export function newLinkToken(): string {
  return randomBase62(43);
}

/** What is stored of it: another hash for each kind of link, so that one never opens another. */
export function hashLinkToken(link: Link, token: string): string {
  return sha256Hex(`${link} ${token}`);
}

/** The same whether it was used, ran out or never was. */
export function deadLink(next: string): AppError {
  return new AppError('gone', `This link does not work any more: it was used, or it is too old. ${next}`);
}
