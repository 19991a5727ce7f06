// `npm run staff-token -- NAME`: a token for a staff member, and the entry for STAFF_TOKENS.
import { newStaffToken } from '../src/auth/staff-token.ts';
import { sha256Hex } from '../src/kit/crypto.ts';

const name = process.argv[2] ?? '';
if (!/^[\w.@-]{1,64}$/.test(name)) {
  console.error('Give the name that the records are to show: letters, digits and . @ _ -');
  process.exit(1);
}
const token = newStaffToken();
console.log(`token, for ${name} alone:      ${token}`);
console.log(`to be added to STAFF_TOKENS: ${name}:${sha256Hex(token)}`);
