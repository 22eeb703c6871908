import { useSyncExternalStore } from 'react'

import { SECOND } from '#shared/lib/durations.ts'

const TICK = SECOND
const listeners = new Set<() => void>()
let now = 0
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all clocks on the page; none while there are none. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(tick, TICK)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** Milliseconds; constant between two ticks, so that everything in a render shows one time. */
function currentTime() {
  if (timer === undefined) now = Math.floor(Date.now() / TICK) * TICK
  return now
}

/** Updates every second, and renders only when the result of `read` changes. @param read receives milliseconds */
export const useClock = <T extends string | number | boolean>(read: (now: number) => T): T =>
  useSyncExternalStore(subscribe, () => read(currentTime()))
