const BEAT = 500

/**
 * Calls `onPause` when this process runs again after it did not for longer than `longest` milliseconds: it was stopped,
 * its machine was suspended, or something blocked it.
 * @returns to be called before something is answered from memory: a request may come before the next beat
 */
export function watchForPauses(longest: number, onPause: () => void) {
  let lastBeat = performance.now()
  const beat = () => {
    const now = performance.now()
    const wasPaused = now - lastBeat > longest
    lastBeat = now
    if (wasPaused) onPause()
  }
  setInterval(beat, BEAT).unref()
  return beat
}
