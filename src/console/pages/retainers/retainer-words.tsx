// What a brand says of a retainer, which both sides read.
import type { Retainer } from '../../../domains/work/retainers/retainer.ts';
import { TextArea } from '../../components/fields.tsx';
import type { FormInput } from '../../forms.ts';

/** @param of what the fields are filled with. */
export function RetainerWords({ of }: { of?: Pick<Retainer, 'deliverables' | 'notes'> }) {
  return (
    <>
      <TextArea
        name="deliverables"
        label="Deliverables per period"
        value={of?.deliverables ?? null}
        maxlength={5000}
        rows={3}
      />
      <TextArea
        name="notes"
        label="Note to the creator"
        value={of?.notes ?? null}
        maxlength={5000}
        rows={3}
      />
    </>
  );
}

export const wordsIn = (form: FormInput) => ({
  deliverables: form.orNull('deliverables'),
  notes: form.orNull('notes'),
});
