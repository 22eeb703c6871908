/** Whether the server answered last time; `request` reports it and the connection banner shows it. */
let reachable = true
const listeners = new Set<() => void>()

export const isReachable = () => reachable

export function reportReachable(value: boolean) {
  if (reachable === value) return
  reachable = value
  for (const listener of listeners) listener()
}

export function onReachableChange(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
