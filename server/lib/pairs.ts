/** Every two of the items, in their order. */
export const pairsIn = <T>(items: readonly T[]) =>
  items.flatMap((one, at) => items.slice(at + 1).map((other): [T, T] => [one, other]))
