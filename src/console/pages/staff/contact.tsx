// Contact details of accounts, creators and people, and who belongs to them.
import type { DirectoryEntry } from '../../../domains/operations/staff/directory.ts';
import { words } from '../../format.tsx';
import { directoryOf } from './ids.tsx';

function Mail({ address }: { address: string }) {
  return <a href={`mailto:${address}`}>{address}</a>;
}

/** The email address and phone number of a record. */
export function Contact({ entry: { address, phone } }: { entry: DirectoryEntry }) {
  if (address === null && phone === null) return <span class="quiet">None</span>;
  return (
    <span class="two-lines">
      {address !== null && <Mail address={address} />}
      {phone !== null && <a href={`tel:${phone}`}>{phone}</a>}
    </span>
  );
}

/** The owners of an account, the person of a creator, or the accounts of a person. */
export function Related({ entry: { type, related } }: { entry: DirectoryEntry }) {
  if (related.length === 0) return <span class="quiet">None</span>;
  return (
    <ul>
      {related.map(({ id, name, address, as }) => (
        <li>
          <a href={directoryOf(id)}>{name}</a>
          {type === 'person' || address === null ? (
            <span class="quiet">, {words(as).toLowerCase()}</span>
          ) : (
            <>
              , <Mail address={address} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
