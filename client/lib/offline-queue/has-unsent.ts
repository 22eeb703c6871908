import { createObservable } from '#client/lib/observable.ts'

/** Whether this tab has unsent entries. Set by their queue: storage events are only sent to other tabs. */
export const hasUnsent = createObservable(false)
