// The components of embeds, by the names that sessions have. Each is loaded when it is shown, and the page has
// its scripts preloaded (pages/embeds/component-modules.ts), so that this adds no round trip.
export type Component = typeof import('./programs.tsx').Programs;

export const COMPONENTS: Record<string, () => Promise<Component>> = {
  programs: async () => (await import('./programs.tsx')).Programs,
  earnings: async () => (await import('./earnings.tsx')).Earnings,
  submissions: async () => (await import('./submissions.tsx')).Submissions,
  messages: async () => (await import('./threads.tsx')).Threads,
  onboarding: async () => (await import('./onboarding.tsx')).Onboarding,
};
