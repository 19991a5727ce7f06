// The fields by which a creator submits a video, and what they hold. With scripts (islands/upload.ts) the video is uploaded in
// parts as soon as it is chosen, and the form sends its ID alone; without, the form brings the file along.
import type { Product } from '../../../domains/catalog/products/product.ts';
import { PROGRAM_PLATFORMS, type Program } from '../../../domains/work/program-terms/program.ts';
import type { Submission } from '../../../domains/work/submissions/submission.ts';
import { invalidField } from '../../../kit/error.ts';
import { FileField, Select, TextArea } from '../../components/fields.tsx';
import { Hidden, useTyped } from '../../components/form.tsx';
import { platformName } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import type { PlaceVisit } from '../../visit.ts';
import { fileOnceRead, requireReady, uploadFile } from '../uploads.ts';

/** A form is in memory as a whole. Uploads in parts may be larger. */
export const VIDEO_BYTES = 25 * 1024 ** 2;

export const VIDEO_TYPES = 'video/mp4,video/quicktime,video/webm';

/** @param required what the label says beside the field; required always unless given. */
export function VideoFields({ required = true }: { required?: true | string }) {
  const uploaded = useTyped()?.all('attached').at(-1);
  return (
    <>
      <div data-upload>
        {uploaded !== undefined && (
          <p class="upload-kept">
            <Hidden name="attached" value={uploaded} />
            Your video is uploaded. Choose another one only to replace it.
          </p>
        )}
        <FileField
          name="file"
          label="Video"
          accept={VIDEO_TYPES}
          required={uploaded === undefined ? required : false}
          hint="MP4, MOV or WebM, at most 25 MB without scripts."
        />
      </div>
      <FileField
        name="still"
        label="Cover picture"
        accept="image/png,image/jpeg,image/webp"
        hint="PNG, JPEG or WebP. It is shown in lists, and before the video plays."
      />
    </>
  );
}

/** @param before what was submitted earlier, for a new version. */
export function DetailFields({
  program,
  products,
  before,
}: {
  program: Program | null;
  products: readonly Product[];
  before: Submission | null;
}) {
  const platforms = platformsOf(program);
  return (
    <>
      {platforms.length > 1 && (
        <Select
          name="platform"
          label="Platform"
          value={before?.platform ?? null}
          required={false}
          options={[
            { value: '', label: 'Not decided' },
            ...platforms.map((one) => ({ value: one, label: platformName(one) })),
          ]}
        />
      )}
      {products.length > 0 && (
        <Select
          name="product"
          label="Product"
          value={before?.product ?? null}
          required={false}
          options={[
            { value: '', label: 'No product' },
            ...products.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
      )}
      <TextArea
        name="caption"
        label="Caption"
        value={before?.caption ?? null}
        maxlength={5000}
        hint="What you will write beside the post."
      />
    </>
  );
}

const platformsOf = (program: Program | null): readonly string[] =>
  program === null || program.platforms.length === 0 ? PROGRAM_PLATFORMS : program.platforms;

/** The details of a form, as the API takes them; what the form does not ask for is left out. */
export function detailsIn(form: FormInput, before: Submission | null) {
  const changed = (name: 'caption' | 'product') => form.optional(name) ?? (before?.[name] ? null : undefined);
  return { platform: form.optional('platform'), product: changed('product'), caption: changed('caption') };
}

/**
 * The ID of the form's video, once it can be used, and with its cover picture. Undefined where there is none.
 * Throws validation_failed, and unavailable for a video that is still being checked, which the form keeps.
 */
export async function videoIn(at: PlaceVisit, form: FormInput): Promise<string | undefined> {
  const sent = await form.fileOrNull('file');
  const id = sent === null ? form.all('attached').at(-1) : await uploadFile(at, 'submission', sent);
  if (id === undefined) return undefined;
  form.keep('attached', [id]);
  await requireReady(at, form, id);
  const still = await form.fileOrNull('still');
  if (still !== null)
    await giveStill(at, id, still).catch((error) => {
      // The script took it (islands/uploads/cover.ts): a person could not say what is wrong with it.
      if (!form.checked('stillTaken')) throw error;
    });
  return id;
}

async function giveStill(at: PlaceVisit, video: string, still: { bytes: Uint8Array; name: string }) {
  const picture = await uploadFile(at, 'thumbnail', still);
  const { failure } = await fileOnceRead(at, picture);
  if (failure) throw invalidField('/still', failure.message);
  await at.run('PATCH /v1/files/:id', { params: { id: video }, body: { thumbnail: picture } });
}
