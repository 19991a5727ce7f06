import type { EmbedComponent } from '../../../auth/frame.ts';
import type { ModuleName } from '../../assets.ts';

/** The module of each component of embeds, as islands/embed/components.ts loads it. */
export const COMPONENT_MODULES: Record<EmbedComponent, ModuleName> = {
  programs: 'embed/programs.tsx',
  earnings: 'embed/earnings.tsx',
  submissions: 'embed/submissions.tsx',
  messages: 'embed/threads.tsx',
  onboarding: 'embed/onboarding.tsx',
};
