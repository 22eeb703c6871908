/** A member of the graph of confirmations. */
export interface Confirmed {
  /** Everyone who confirmed entries that count for the member. */
  confirmers: readonly string[]
  points: number
}

/** Minimum points: with fewer, a ring brings no advantage. */
const MIN_POINTS = 20

/**
 * Groups that only confirm each other: each member has points, and no one outside confirmed any of them. A group
 * that can be split into such groups is returned as those.
 * @param members by id; excludes members who confirmed more people than a ring can have
 */
export function closedRings(members: ReadonlyMap<string, Confirmed>): string[][] {
  const candidates = new Map([...members].filter(([, { points }]) => points >= MIN_POINTS))
  return stronglyConnected(candidates).filter(
    (group) =>
      group.length > 1 &&
      group.every((id) => candidates.get(id)!.confirmers.every((confirmer) => group.includes(confirmer))),
  )
}

/** Tarjan's algorithm, without recursion: chains of confirmations can be long. */
function stronglyConnected(members: ReadonlyMap<string, Confirmed>): string[][] {
  const groups: string[][] = []
  const indexOf = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()

  for (const root of members.keys()) {
    if (indexOf.has(root)) continue
    const path: { id: string; rest: string[] }[] = []
    const enter = (id: string) => {
      indexOf.set(id, indexOf.size)
      lowest.set(id, indexOf.get(id)!)
      open.push(id)
      isOpen.add(id)
      path.push({ id, rest: members.get(id)!.confirmers.filter((confirmer) => members.has(confirmer)) })
    }
    const lower = (id: string, to: number) => lowest.set(id, Math.min(lowest.get(id)!, to))

    enter(root)
    while (path.length > 0) {
      const { id, rest } = path.at(-1)!
      const next = rest.pop()
      if (next !== undefined) {
        if (!indexOf.has(next)) enter(next)
        else if (isOpen.has(next)) lower(id, indexOf.get(next)!)
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent) lower(parent.id, lowest.get(id)!)
      if (lowest.get(id) !== indexOf.get(id)) continue
      const group = open.splice(open.indexOf(id))
      for (const member of group) isOpen.delete(member)
      groups.push(group)
    }
  }
  return groups
}
