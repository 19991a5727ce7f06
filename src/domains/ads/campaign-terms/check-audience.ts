// A problem of an audience by itself, whatever campaign it is for.

export interface BrokenAudience {
  path: string;
  code: string;
  message: string;
  fix: string;
}

export function brokenAges({ ageMin, ageMax }: { ageMin: number; ageMax: number }): BrokenAudience[] {
  if (ageMin <= ageMax) return [];
  const [path, fix] = ['/audience/ageMax', `Set it to ${ageMin} or more.`];
  return [{ path, code: 'below_min', message: 'The maximum age is below the minimum age.', fix }];
}
