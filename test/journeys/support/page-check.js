// Run inside of a page that is tested: answers what is wrong with it.

/** Attributes whose values change what axe-core finds; of all others only whether they are there. */
const VALUES =
  /^(?:class|type|role|scope|lang|inputmode|autocomplete|aria-(?!label$|labelledby$|describedby$|controls$))/;

/**
 * What axe-core judges, without the words: the elements and their attributes. Repeated ones, such as a list's rows, stand once.
 */
// biome-ignore lint/correctness/noUnusedVariables: console.ts calls it, in the page
function skeletonOf(element) {
  const attributes = [...element.attributes].map(({ name, value }) =>
    VALUES.test(name) ? `${name}=${value}` : value === '' ? name : `${name}=…`,
  );
  const inside = new Set();
  for (const node of element.childNodes) {
    if (node.nodeType === Node.ELEMENT_NODE) inside.add(skeletonOf(node));
    else if (node.nodeType === Node.TEXT_NODE && node.data.trim() !== '') inside.add('…');
  }
  return `<${element.localName} ${attributes.sort().join(' ')}>${[...inside].join('')}</>`;
}

/** What a layout shift moved, from where to where. */
const movesOf = ({ startTime, sources }) =>
  sources.map(({ node, previousRect, currentRect }) => {
    const what = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    const tag = what?.outerHTML?.slice(0, 80) ?? 'something that is gone';
    const [from, to] = [previousRect, currentRect].map((rect) =>
      [rect.x, rect.y, rect.width, rect.height].map(Math.round),
    );
    return `  at ${Math.round(startTime)} ms ${tag} from ${from} to ${to}`;
  });

// biome-ignore lint/correctness/noUnusedVariables: console.ts calls it, in the page
async function checkPage(phone, mayMove, withAxe) {
  const found = [];
  const { violations } = withAxe
    ? await axe.run(document, { resultTypes: ['violations'] })
    : { violations: [] };
  for (const { id, impact, nodes } of violations)
    if (impact === 'serious' || impact === 'critical' || id.includes('main'))
      found.push(`axe ${id}: ${nodes.slice(0, 3).map(({ html }) => html)}`);
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`it scrolls sideways: ${scrollWidth} px in ${clientWidth}`);
  const shifts = await new Promise((resolve) => {
    const entries = [];
    const watch = new PerformanceObserver((list) => {
      entries.push(...list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput));
    });
    watch.observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(entries), 0);
  });
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  if (shift > 0.01 && !mayMove)
    found.push(`things move while it loads: ${shift}`, ...shifts.flatMap(movesOf));
  const targets =
    'button, .button, select, textarea, summary, nav a, input:not([type=hidden], [type=checkbox], [type=radio])';
  for (const target of phone ? document.querySelectorAll(targets) : []) {
    const { width, height } = target.getBoundingClientRect();
    if (width > 0 && height > 0 && height < 44)
      found.push(`too small for a finger: ${target.outerHTML.slice(0, 120)}`);
  }
  return found;
}
