// The fields of a creator's profile that whoever keeps the record writes: the creator, or until then the account that added it.
import type { PropsWithChildren } from 'hono/jsx';
import { VISIBILITIES } from '../../../domains/work/creator-consent/creator.ts';
import type { Creator } from '../../../domains/work/creators/creator-record.ts';
import { TextArea, TextField } from '../../components/fields.tsx';
import { platformName } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';

const HANDLES = ['instagram', 'tiktok'] as const;

/** Who it is and how to reach them. The children come after the name. */
export function NameFields({ one, children }: PropsWithChildren<{ one: Creator }>) {
  return (
    <>
      <TextField name="name" label="Name" value={one.name} maxlength={160} required />
      {children}
      <TextField name="handle" label="Handle" value={one.handle} maxlength={64} />
      <TextField
        name="phone"
        label="Phone"
        value={one.phone}
        hint="With country code, such as +1 415 555 0132."
      />
      <TextField name="location" label="Location" value={one.location} maxlength={320} />
      {HANDLES.map((platform) => (
        <TextField
          name={`platformHandles.${platform}`}
          label={platformName(platform)}
          value={one.platformHandles[platform]}
          maxlength={64}
        />
      ))}
      <TextArea name="bio" label="About" value={one.bio} maxlength={2000} />
    </>
  );
}

export const hasChanged = (form: FormInput, name: string): boolean =>
  form.text(name) !== (form.was(name)?.[0] ?? '');

/** What was changed of NameFields; undefined for all else. */
export function namesIn(form: FormInput) {
  const ifChanged = (name: string) => (hasChanged(form, name) ? form.orNull(name) : undefined);
  return {
    name: hasChanged(form, 'name') ? form.text('name') : undefined,
    handle: ifChanged('handle'),
    phone: ifChanged('phone'),
    location: ifChanged('location'),
    bio: ifChanged('bio'),
    platformHandles: Object.fromEntries(
      HANDLES.map((platform) => [platform, ifChanged(`platformHandles.${platform}`)]),
    ),
  };
}

/** The visibility, if it was changed. */
export const visibilityIn = (form: FormInput) =>
  hasChanged(form, 'visibility') ? VISIBILITIES.find((one) => one === form.text('visibility')) : undefined;
