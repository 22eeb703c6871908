import { createObservable } from './observable.ts'

/** Whether the server answered last time: `request` says so, the connection banner shows it. */
export const reachable = createObservable(true)
