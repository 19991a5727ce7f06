// The picture of a record: uploaded, waited for until it was read, and taken away.

import { fileOperations } from '../../domains/platform/files/operations.ts';
import { invalidField } from '../../kit/error.ts';
import { checkVersion } from '../../resource/version.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { Confirm } from '../components/dialog.tsx';
import { FileField } from '../components/fields.tsx';
import { Form } from '../components/form.tsx';
import { Notice } from '../components/notice.tsx';
import type { FormInput } from '../forms.ts';
import type { Outcome } from '../page.ts';
import type { PlaceVisit } from '../visit.ts';
import { fileOnceRead } from './uploads.ts';

/** A form is in memory as a whole. The API takes larger ones. */
export const PICTURE_BYTES = 5 * 1024 ** 2;

interface Pictured {
  version: number;
  /** What it is called in the question before it is removed. */
  name: string;
  hasPicture: boolean;
  /** What it is like without a picture. */
  without: string;
}

/** The forms; a picture that was still being read when the page before was sent is in the address. */
export function PictureCard({ at, of }: { at: PlaceVisit; of: Pictured }) {
  const { version, name, hasPicture, without } = of;
  return (
    <Card title="Picture">
      {at.query('picture') !== undefined && (
        <Form action="usePicture" seen={version}>
          <Notice tone="info">Your picture is still being processed. Try again in a moment.</Notice>
          <Button>Use picture</Button>
        </Form>
      )}
      <Form action="picture" files has={['picture']} seen={version}>
        <FileField
          name="picture"
          label={hasPicture ? 'New picture' : 'Picture'}
          required
          accept="image/png,image/jpeg,image/webp"
          hint="PNG, JPEG or WebP, at most 5 MB."
        />
        <Button look="secondary">Upload picture</Button>
      </Form>
      {hasPicture && (
        <Confirm
          action="removePicture"
          label="Remove picture"
          title={`Remove the picture of ${name}?`}
          confirm="Remove picture"
          seen={version}
        >
          <p>{without}</p>
        </Confirm>
      )}
    </Card>
  );
}

interface PictureOf {
  purpose: 'product_image' | 'profile_picture';
  read: (at: PlaceVisit) => Promise<{ version: number }>;
  /** @param file the ID of a ready file; null for no picture. */
  save: (at: PlaceVisit, file: string | null, version: number) => Promise<unknown>;
}

/** The actions of the forms, for a page that takes files of PICTURE_BYTES. */
export function pictureActions({ purpose, read, save }: PictureOf) {
  const use = async (at: PlaceVisit, form: FormInput, file: string | null, said: string) => {
    await save(at, file, form.version);
    return at.go(at.url.pathname, said);
  };
  return {
    picture: async (at: PlaceVisit, form: FormInput): Promise<Outcome> => {
      // Refused before anything is stored.
      checkVersion(await read(at), form.version);
      const body = (await form.file('picture')) as never;
      const { id } = await at.run(fileOperations.createFile, { query: { purpose }, body });
      const file = await fileOnceRead(at, id);
      if (file.status === 'processing') return at.go(`${at.url.pathname}?picture=${id}`);
      if (file.status !== 'ready')
        throw invalidField('/picture', file.failure?.message ?? 'The picture cannot be used.');
      return await use(at, form, id, 'Picture saved.');
    },
    usePicture: (at: PlaceVisit, form: FormInput) =>
      use(at, form, at.query('picture') ?? null, 'Picture saved.'),
    removePicture: (at: PlaceVisit, form: FormInput) => use(at, form, null, 'Picture removed.'),
  };
}
