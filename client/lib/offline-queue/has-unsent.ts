import { createObservable } from '#client/lib/observable.ts'

/** Part of the storage keys of a queue. */
export type UnsentKind = 'check-in' | 'rsvp'

/** The queues of this tab with unsent entries. Set by them: storage events only reach other tabs. */
export const unsentKinds = createObservable<ReadonlySet<UnsentKind>>(new Set())

export function setUnsent(kind: UnsentKind, has: boolean) {
  if (unsentKinds.get().has(kind) === has) return
  const kinds = new Set(unsentKinds.get())
  if (has) kinds.add(kind)
  else kinds.delete(kind)
  unsentKinds.set(kinds)
}
