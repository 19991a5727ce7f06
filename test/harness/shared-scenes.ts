/**
 * For tables of states and actions: brings each state about once, for all the actions that are refused in it. Whoever
 * shares one checks that he left everything as he found it; an action that is allowed needs a scene of its own.
 */
export function shared<Given extends unknown[], Scene>(
  reach: (...given: Given) => Promise<Scene>,
): (...given: Given) => Promise<Scene> {
  const reached = new Map<string, Promise<Scene>>();
  return async (...given) => {
    const key = JSON.stringify(given);
    const scene = reached.get(key) ?? reach(...given);
    reached.set(key, scene);
    return await scene;
  };
}
