import { useCallback, useEffect, useState } from 'react'

import { MINUTE } from '#shared/lib/durations.ts'

/**
 * Loads what a guest's link opens, and again every minute, so that a phone at the door shows the check-in. Visitors
 * don't download the query cache.
 * @param load the same function each time
 */
export function usePolled<Data>(load: (link: string) => Promise<Data>, link: string) {
  const [{ data, error }, setState] = useState<{ data?: Data; error?: unknown }>({})
  const [isLoading, setLoading] = useState(false)
  const reload = useCallback(
    () =>
      load(link).then(
        (loaded) => setState({ data: loaded }),
        (failure: unknown) => setState((before) => ({ ...before, error: failure })),
      ),
    [load, link],
  )
  useEffect(() => {
    void reload()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload()
    }, MINUTE)
    return () => clearInterval(timer)
  }, [reload])
  const retry = () => {
    setLoading(true)
    void reload().finally(() => setLoading(false))
  }
  const setData = (changed: Data) => setState({ data: changed })
  return { data, setData, error, isLoading, retry }
}
