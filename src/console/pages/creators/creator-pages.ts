import { creatorPage } from './creator.tsx';
import { creatorsPage } from './creators.tsx';
import { newCreatorPage } from './new-creator.tsx';
import { ownProfilePage } from './own-profile.tsx';

export const creatorPages = [creatorsPage, newCreatorPage, creatorPage, ownProfilePage];
