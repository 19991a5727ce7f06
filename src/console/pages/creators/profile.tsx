// A creator's profile: as far as the reader may know it, and as a form where the account keeps the record.
import type { Creator } from '../../../domains/work/creators/creator-record.ts';
import { Button } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { Select, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { count, platformName, Time, words } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { hasChanged, NameFields, namesIn, visibilityIn } from './profile-fields.tsx';

export function Profile({ at, one }: { at: PlaceVisit; one: Creator }) {
  const { listing, payouts, stats } = one;
  // The figures are zeros for readers that may not know them.
  const knowsFigures = payouts !== null || listing !== null;
  const edits = isKept(at, one) && writesAsAccount(at.place);
  return (
    <Card title="Profile">
      {payouts === null && (
        <p class="quiet">Contact data and the rest of the profile are shown once both sides agreed.</p>
      )}
      <Facts
        facts={[
          ...(edits ? [] : written(one)),
          ...(knowsFigures
            ? ([
                ['Tier', words(one.tier)],
                ['Approved videos', count(stats.approvedVideos)],
                ['Approval rate', stats.approvedVideos === 0 ? null : `${stats.approvalRate}%`],
              ] as const)
            : []),
          ...(listing === null
            ? []
            : ([
                ['Creative styles', listing.creativeStyles.map(words).join(', ')],
                ['Interests', listing.interests.map(words).join(', ')],
              ] as const)),
          ['Added', <Time at={one.createdAt} exact />],
        ]}
      />
      {edits && <ProfileForm one={one} />}
    </Card>
  );
}

/** What the creator's side wrote, for readers who cannot edit it. */
const written = ({ email, phone, location, bio, listing, platformHandles }: Creator) =>
  [
    ['Email', email],
    ['Phone', phone],
    ['Location', location],
    ['About', bio ?? listing?.headline],
    ...Object.entries(platformHandles).map(
      ([platform, handle]) => [platformName(platform), `@${handle}`] as const,
    ),
  ] as const;

/** Whether the account added the record and nobody has claimed it, so that the account writes the profile. */
const isKept = ({ place }: PlaceVisit, { managedBy, claim }: Creator): boolean =>
  managedBy === place.id && claim?.status !== 'claimed';

function ProfileForm({ one }: { one: Creator }) {
  return (
    <Form action="profile" seen={one.version}>
      <p class="quiet">You keep this profile until its creator claims it.</p>
      <NameFields one={one}>
        <TextField
          name="email"
          label="Email"
          type="email"
          value={one.email}
          maxlength={254}
          required={one.email !== null}
        />
      </NameFields>
      <Select
        name="visibility"
        label="Visible to"
        value={one.visibility}
        options={VISIBLE_TO}
        hint="Only the creator decides once the email address is verified."
      />
      <Button>Save profile</Button>
    </Form>
  );
}

export const VISIBLE_TO = [
  { value: 'private', label: 'Your account' },
  { value: 'network', label: 'All accounts' },
];

/** The account does not own all of these for ever, so only what was changed is sent. */
export function profileIn(form: FormInput) {
  return {
    ...namesIn(form),
    email: hasChanged(form, 'email') ? form.text('email') : undefined,
    visibility: visibilityIn(form),
  };
}
