// What a form says of an agreement's document: of a new agreement, and of its next version.

import type { Agreement } from '../../../domains/work/agreements/agreement-record.ts';
import { invalidField } from '../../../kit/error.ts';
import { Choices } from '../../components/choices.tsx';
import { FileField, TextArea, TextField } from '../../components/fields.tsx';
import { Hidden, useTyped } from '../../components/form.tsx';
import type { FormInput } from '../../forms.ts';
import type { PlaceVisit } from '../../visit.ts';
import { requireReady, uploadFile } from '../uploads.ts';
import { APPLICABILITY_OPTIONS } from './agreement-words.ts';

/** As much as the API takes. */
export const DOCUMENT_BYTES = 25 * 1024 ** 2;
export const DOCUMENT_FIELDS = ['file', 'title', 'description', 'applicability'];

/** @param of the agreement that gets a new version; null for a new agreement. */
export function DocumentFields({ of }: { of: Agreement | null }) {
  return (
    <>
      <DocumentField />
      <TextField
        name="title"
        label="Title"
        value={of?.title ?? null}
        required
        maxlength={160}
        hint="Creators see it."
      />
      <TextArea
        name="description"
        label="Description"
        value={of?.description ?? null}
        maxlength={2000}
        rows={3}
        hint="In a few words for creators."
      />
      <ApplicabilityField chosen={of?.applicability ?? []} />
    </>
  );
}

/** A file that was uploaded with a form that was refused stays with the form. */
function DocumentField() {
  const [attached] = useTyped()?.all('attached') ?? [];
  return (
    <>
      {attached !== undefined && (
        <p class="quiet">
          <Hidden name="attached" value={attached} />
          Your PDF is uploaded. Choose another file only to replace it.
        </p>
      )}
      <FileField
        name="file"
        label="Document"
        required={attached === undefined || 'already uploaded'}
        accept="application/pdf"
        hint="A PDF, at most 25 MB. It never changes: a change is a new version."
      />
    </>
  );
}

export function ApplicabilityField({ chosen }: { chosen: readonly string[] }) {
  return (
    <Choices
      name="applicability"
      label="Applies to"
      kind="checkbox"
      hint="All but Retainers ask in every program. Choose none to ask only in the programs that name it."
      chosen={chosen}
      options={APPLICABILITY_OPTIONS}
    />
  );
}

/** The ID of the form's PDF, once it can be used. */
export async function documentIn(at: PlaceVisit, form: FormInput): Promise<string> {
  const sent = await form.fileOrNull('file');
  const [attached] = form.all('attached');
  const id = sent ? await uploadFile(at, 'agreement', sent) : attached;
  if (id === undefined) throw invalidField('/file', 'Choose a PDF.');
  form.keep('attached', [id]);
  await requireReady(at, form, id);
  return id;
}

export const wordsIn = (form: FormInput) => ({
  title: form.text('title'),
  description: form.optional('description'),
  applicability: applicabilityIn(form),
});

export const applicabilityIn = (form: FormInput) => form.all('applicability') as Agreement['applicability'];
