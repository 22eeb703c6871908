import type { Heading, Nodes, Root } from 'mdast'

const LOWEST = 6

/** Authors choose heading levels by size, but screen readers need levels without gaps. */
export function headingLevels(root: Root, first: number): ReadonlyMap<Heading, number> {
  const levels = new Map<Heading, number>()
  let previous = first - 1
  for (const heading of headingsIn(root)) {
    previous = Math.min(first + heading.depth - 1, previous + 1, LOWEST)
    levels.set(heading, previous)
  }
  return levels
}

function* headingsIn(root: Root): Generator<Heading> {
  // A list of remaining nodes rather than recursion: quotes can be nested thousands deep.
  const left: Nodes[] = [root]
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.type === 'heading') yield node
    else if ('children' in node) left.push(...node.children.toReversed())
  }
}
