import { type ReactNode, Suspense, useState } from 'react'

import * as m from '#shared/events/messages.ts'
import { canStepDown } from '#shared/events/rights.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import type { MenuItem } from '#client/ui/overlays/Menu.tsx'

const StepDownDialog = lazyPart(() => import('./StepDownDialog.tsx'), 'StepDownDialog')

/** The command of hosts and helpers to leave, for a menu. */
export function useStepDown(event: EventDetails): { items: readonly MenuItem[]; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  const { role, status, endsAt } = event
  const isAhead = useClock((now) => Date.parse(endsAt) > now)
  const isPossible = isAhead && (status === 'draft' || status === 'published')
  return {
    items:
      role && canStepDown(role) && isPossible
        ? [{ label: m.rolesLeaveMenu({ role }), onSelect: () => setOpen(true) }]
        : [],
    dialog: isOpen && (
      <Suspense>
        <StepDownDialog event={event} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
