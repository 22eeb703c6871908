const BEAT = 500

/**
 * Calls `onStall` when this process runs again after a pause of more than `longest` milliseconds: it was stopped,
 * its machine was suspended, or something blocked it.
 * @returns a check to call before answering from memory: a request may come before the next timer
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

/**
 * Runs while the owner exists. A timer with a strong reference would keep everything that belongs to it in memory
 * for ever.
 */
function repeat(kept: WeakRef<() => void>) {
  const timer = setInterval(() => {
    const beat = kept.deref()
    if (beat) beat()
    else clearInterval(timer)
  }, BEAT).unref()
}
