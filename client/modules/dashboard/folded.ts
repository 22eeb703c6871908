/**
 * Number of entries shown in each group when all groups together show at most `limit`: one of each group in turn,
 * so that no group is hidden by a long one before it. All of them if one more would do.
 */
export function shownOfGroups(sizes: readonly number[], limit: number) {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= limit + 1) return [...sizes]
  const shown = sizes.map(() => 0)
  for (let left = limit; left > 0;)
    for (const [at, size] of sizes.entries())
      if (left > 0 && shown[at]! < size) {
        shown[at]! += 1
        left -= 1
      }
  return shown
}
