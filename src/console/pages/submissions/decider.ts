import type { Submission } from '../../../domains/work/submissions/submission.ts';
import type { PlaceVisit } from '../../visit.ts';

/** Who decided, as far as this reader may know: "Ana Flores approved this". */
export function deciderWords(at: PlaceVisit, by: Submission['decidedBy'], did: string): string {
  return `${nameOf(at, by)} ${did}`;
}

function nameOf({ place, person, actor }: PlaceVisit, by: Submission['decidedBy']): string {
  if (place.type === 'creator') return 'The brand';
  if (by?.person) return by.person.id === person.id ? 'You' : by.person.name;
  if (!by) return 'Your account';
  if (by.account === actor.home?.id) return 'An API key or app of your account';
  return by.account === place.id ? 'The brand' : 'Your agency';
}
