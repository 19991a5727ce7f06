// How the pages say what an agreement applies to, and what an acceptance was asked for by.
import type { AgreementAcceptance } from '../../../domains/work/agreements/agreement-record.ts';
import type { Names } from '../places/names.ts';

type Applicability = AgreementAcceptance['context'];

const APPLIES: Readonly<Record<Applicability, string>> = {
  creator_relationship: 'Creators you work with',
  program_application: 'Program applications',
  program_enrollment: 'Creators in programs',
  content_submission: 'Submissions',
  retainer: 'Retainers',
};

export const APPLICABILITY_OPTIONS = [
  {
    value: 'creator_relationship',
    label: APPLIES.creator_relationship,
    hint: 'As soon as a creator works with you, even without a program.',
  },
  { value: 'program_application', label: APPLIES.program_application },
  { value: 'program_enrollment', label: APPLIES.program_enrollment },
  { value: 'content_submission', label: APPLIES.content_submission },
  { value: 'retainer', label: APPLIES.retainer, hint: 'When you offer a retainer.' },
];

const ONLY_NAMED = 'Programs that name it';

export const appliesTo = (applicability: readonly Applicability[]): string =>
  applicability.map((one) => APPLIES[one]).join(', ') || ONLY_NAMED;

/** Whether it is asked for in all programs of the account, without being named. */
export const isInAllPrograms = (applicability: readonly Applicability[]): boolean =>
  applicability.some((one) => one !== 'retainer');

/** What a creator accepts or accepted it for. */
export function askedFor({ context, program }: AgreementAcceptance, names: Names): string {
  if (context === 'retainer') return 'A retainer';
  return program === null ? 'Working with you' : names.program(program);
}

export const WRITES_NONE = 'Owners and admins of the account change agreements.';
