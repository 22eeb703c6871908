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
  setInterval(beat, BEAT).unref()
  return beat
}
