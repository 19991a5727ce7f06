// fast-check with one seed for a whole run, so that `npm test` tries the same cases each time. `SEED=7 npm
// test` tries others.
import fc from 'fast-check';
import { inject } from 'vitest';

fc.configureGlobal({ seed: inject('seed') });

export default fc;
