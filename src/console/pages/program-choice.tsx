// A field in which one of an account's programs is chosen.
import type { Program } from '../../domains/work/program-terms/program.ts';
import { Select } from '../components/fields.tsx';
import { newestOnly, type WholeList } from './whole-list.ts';

/**
 * @param none what it means to choose none; without it one has to be chosen.
 * @param chosen which the form was opened for.
 */
export function ProgramChoice({
  programs,
  none,
  hint,
  chosen,
}: {
  programs: WholeList<Program>;
  none?: string;
  hint: string;
  chosen?: string | undefined;
}) {
  return (
    <Select
      name="program"
      label="Program"
      required={none === undefined}
      value={chosen ?? null}
      hint={newestOnly(programs) || hint}
      options={[
        { value: '', label: none ?? 'Choose a program' },
        ...programs.items
          .filter(({ status }) => status !== 'archived')
          .map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
