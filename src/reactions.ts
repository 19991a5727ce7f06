// Who hears of what happens below it. A domain never imports one above it: it calls what stands here, which is loaded when
// it is needed. Each entry is a static import() so that nothing depends on which modules a Worker happened to evaluate.

/** Loads what reacts. */
export type Lazy<T> = () => Promise<T>;

// biome-ignore lint/suspicious/noEmptyInterface: filled as the areas are cut apart
export interface Reactions {}

export const reactions: Reactions = {};
