// The tokens in links. Only their hashes are stored, so that a reader of the tables cannot use them.
import { randomBase62, sha256Hex } from '../kit/crypto.ts';
import { AppError } from '../kit/error.ts';

type Link = 'sign_up' | 'new_password' | 'invitation' | 'address';

export function newLinkToken(): string {
  return randomBase62(43);
}

/** The stored hash, different for each kind of link, so that a token never works for another kind. */
export function hashLinkToken(link: Link, token: string): string {
  return sha256Hex(`${link} ${token}`);
}

/** One error whether the link was used, has expired or never existed. */
export function deadLink(next: string): AppError {
  return new AppError('gone', `This link does not work any more: it was used, or it is too old. ${next}`);
}
