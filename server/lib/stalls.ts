const BEAT = 500

/**
 * Calls `onStall` when this process runs again after it did not for longer than `longest` milliseconds: it was stopped,
 * its machine was suspended, or something blocked it.
 * @returns to be called before something is answered from memory: a request may come before the next beat
 */
export function watchForStalls(longest: number, onStall: () => void) {
  let lastBeat = performance.now()
  const beat = () => {
    const now = performance.now()
    const hasStalled = now - lastBeat > longest
    lastBeat = now
    if (hasStalled) onStall()
  }
  repeat(new WeakRef(beat))
  return beat
}

/** As long as the beat is of use. A timer that held it would keep all that belongs to it in memory for ever. */
function repeat(kept: WeakRef<() => void>) {
  const timer = setInterval(() => {
    const beat = kept.deref()
    if (beat) beat()
    else clearInterval(timer)
  }, BEAT).unref()
}
