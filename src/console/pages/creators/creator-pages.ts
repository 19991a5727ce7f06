import { creatorPage } from './creator.tsx';
import { creatorsPage } from './creators.tsx';
import { newCreatorPage } from './new-creator.tsx';

export const creatorPages = [creatorsPage, newCreatorPage, creatorPage];
