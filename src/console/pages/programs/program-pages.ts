import { discoverPage } from './discover.tsx';
import { editProgramPage } from './edit-program.tsx';
import { newProgramPage } from './new-program.tsx';
import { programPage } from './program.tsx';
import { programsPage } from './programs.tsx';

export const programPages = [programsPage, newProgramPage, discoverPage, editProgramPage, programPage];
