// A creator's own profile: what accounts read of it, written by the creator.
import {
  areaOf,
  CREATIVE_STYLES,
  GENDERS,
  INTEREST_AREAS,
} from '../../../domains/work/creators/creator-input.ts';
import type { Creator } from '../../../domains/work/creators/creator-record.ts';
import { notFound } from '../../../kit/error.ts';
import { Button } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Choices } from '../../components/choices.tsx';
import { Select, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { words } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import { writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { PICTURE_BYTES, PictureCard, pictureActions } from '../picture.tsx';
import { hasChanged, NameFields, namesIn, visibilityIn } from './profile-fields.tsx';

const TITLE = 'Creator profile';

const ownParams = (at: PlaceVisit) => ({ id: at.place.id });

function read(at: PlaceVisit): Promise<Creator> {
  if (at.place.type !== 'creator') throw notFound('page');
  return at.run('GET /v1/creators/:id', { params: ownParams(at) });
}

/** Labels for codes that leave out what belongs between their words. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['food_drink', 'Food and drink'],
  ['tech_gaming', 'Tech and gaming'],
  ['home_diy', 'Home and DIY'],
  ['testimonial_review', 'Testimonial or review'],
  ['voiceover_broll', 'Voiceover and B-roll'],
]);

const optionsOf = (codes: readonly string[]) =>
  codes.map((value) => ({ value, label: LABELS.get(value) ?? words(value) }));

export const ownProfilePage = placePage({
  path: '/profile',
  fileBytes: PICTURE_BYTES,
  show: async (at) => {
    const one = await read(at);
    const changes = writes(at.place);
    return {
      title: TITLE,
      body: (
        <>
          <PageHead title={TITLE}>What brands and agencies that you work with know of you.</PageHead>
          <Card>
            {one.image && <img class="picture" src={one.image.url} alt={one.name} width={96} height={96} />}
            <Facts
              facts={[
                ['Email', one.email],
                ['Tier', words(one.tier)],
                ['Approved videos', String(one.stats.approvedVideos)],
              ]}
            />
          </Card>
          {changes && (
            <Card title="Profile">
              <ProfileForm one={one} />
            </Card>
          )}
          {changes && (
            <PictureCard
              at={at}
              of={{
                version: one.version,
                name: one.name,
                hasPicture: one.profilePicture !== null,
                without: 'You are shown without a picture.',
              }}
            />
          )}
        </>
      ),
    };
  },
  actions: {
    ...pictureActions({
      purpose: 'profile_picture',
      read,
      save: (at, profilePicture, version) =>
        at.run('PATCH /v1/creators/:id', { params: ownParams(at), body: { profilePicture, version } }),
    }),
    save: async (at, form) => {
      const { profile } = await read(at);
      await at.run('PATCH /v1/creators/:id', {
        params: ownParams(at),
        body: {
          ...namesIn(form),
          visibility: visibilityIn(form),
          birthDate: hasChanged(form, 'birthDate') ? form.orNull('birthDate') : undefined,
          gender: GENDERS.find((code) => code === form.text('gender')) ?? null,
          creativeStyles: CREATIVE_STYLES.filter((style) => form.all('creativeStyles').includes(style)),
          interests: interestsIn(form, profile?.interests ?? []),
          version: form.version,
        },
      });
      return at.go(at.url.pathname, 'Profile saved.');
    },
  },
});

/** The chosen areas. Of an area that stays the sub-areas do, too, which only the API writes. */
function interestsIn(form: FormInput, before: readonly string[]): string[] {
  const areas = form.all('interests');
  const kept = before.filter((interest) => areas.includes(areaOf(interest)));
  return [...kept, ...areas.filter((area) => !kept.some((interest) => areaOf(interest) === area))];
}

function ProfileForm({ one }: { one: Creator }) {
  const { profile } = one;
  return (
    <Form action="save" seen={one.version} draft>
      <NameFields one={one} />
      <Choices
        kind="checkbox"
        many
        name="creativeStyles"
        label="Videos that you make"
        chosen={profile?.creativeStyles ?? []}
        options={optionsOf(CREATIVE_STYLES)}
      />
      <Choices
        kind="checkbox"
        many
        name="interests"
        label="What they are about"
        chosen={[...new Set((profile?.interests ?? []).map(areaOf))]}
        options={optionsOf(INTEREST_AREAS)}
      />
      <div class="fields-beside">
        <TextField
          name="birthDate"
          label="Date of birth"
          type="date"
          value={profile?.birthDate ?? null}
          hint="Others see your age alone."
        />
        <Select
          name="gender"
          label="Gender"
          value={profile?.gender ?? ''}
          options={[{ value: '', label: 'Not said' }, ...optionsOf(GENDERS)]}
        />
      </div>
      <Select
        name="visibility"
        label="Shown to"
        value={one.visibility}
        options={[
          { value: 'private', label: 'Accounts that you work with' },
          { value: 'network', label: 'All accounts, in the marketplace' },
        ]}
      />
      <Button>Save profile</Button>
    </Form>
  );
}
