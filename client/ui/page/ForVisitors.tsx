import type { ReactNode } from 'react'

import { useHydrated } from '#client/lib/use-hydrated.ts'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

/** The page that visitors get. Members, who see something else once the app has started, see a spinner until then. */
export function ForVisitors({ children }: { children: ReactNode }) {
  const isStarted = useHydrated()
  return (
    <>
      <div data-for={isStarted ? undefined : 'visitor'}>{children}</div>
      {!isStarted && (
        <div data-for="member">
          <ScreenSpinner />
        </div>
      )}
    </>
  )
}
