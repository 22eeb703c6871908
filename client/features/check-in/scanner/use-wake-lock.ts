import { useEffect } from 'react'

/** Keeps the screen from going dark while nobody touches it. */
export function useWakeLock(isWanted: boolean) {
  useEffect(() => {
    if (!isWanted) return
    let left = false
    let lock: WakeLockSentinel | undefined
    const keep = async () => {
      if (document.visibilityState === 'hidden') return
      lock = await navigator.wakeLock.request('screen')
      if (left) await lock.release()
    }
    // On a low battery, or in a browser that knows no such thing, the screen goes dark as ever.
    const ask = () => void keep().catch(() => undefined)
    ask()
    // The browser takes it back whenever the page is hidden.
    document.addEventListener('visibilitychange', ask)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [isWanted])
}
