import { useSyncExternalStore } from 'react'

const TICK = 1_000
const listeners = new Set<() => void>()
let now = 0
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for everything on the page that tells the time; none while nothing does. */
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

/** Milliseconds; the same for the whole page between two ticks, so that a render sees one time. */
function present() {
  if (timer === undefined) now = Math.floor(Date.now() / TICK) * TICK
  return now
}

/** Reads the clock again and again; renders only when what `read` makes of it changes. @param read of milliseconds */
export const useClock = <T extends string | number | boolean>(read: (now: number) => T): T =>
  useSyncExternalStore(subscribe, () => read(present()))
