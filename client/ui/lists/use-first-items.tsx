import { useState } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Button } from '#client/ui/Button.tsx'

const PAGE = 50

/** The first items of a long list that is in memory, and a button that shows more of them. */
export function useFirstItems<T>(items: readonly T[]) {
  const [shown, setShown] = useState(PAGE)
  const more = items.length > shown && (
    <Button variant="secondary" onClick={() => setShown(shown + PAGE)}>
      {m.showMore()}
    </Button>
  )
  return [items.slice(0, shown), more] as const
}
