// A field in which one of an account's creators is chosen.
import type { Creator } from '../../domains/work/creators/creator-record.ts';
import { Select } from '../components/fields.tsx';
import type { PlaceVisit } from '../visit.ts';
import { newestOnly, type WholeList, wholeList } from './whole-list.ts';

/** The creators that the account has agreed with. */
export const agreedCreators = (at: PlaceVisit): Promise<WholeList<Creator>> =>
  wholeList(at, 'GET /v1/creators', { status: 'live' });

/** @param chosen whose page the form was opened from. */
export function CreatorChoice({
  creators,
  hint,
  chosen,
}: {
  creators: WholeList<Creator>;
  hint: string;
  chosen?: string | undefined;
}) {
  return (
    <Select
      name="creator"
      label="Creator"
      required
      value={chosen ?? null}
      hint={newestOnly(creators) || hint}
      options={[
        { value: '', label: 'Choose a creator' },
        ...creators.items.map(({ id, name, handle }) => ({
          value: id,
          label: name ?? handle ?? 'A creator',
        })),
      ]}
    />
  );
}
