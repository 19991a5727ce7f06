/** How `vi.waitFor` waits for what happens in the background: a busy machine takes long, and a quiet one costs no time. */
export const PATIENCE = { timeout: 60_000, interval: 50 };
