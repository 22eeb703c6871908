import type { ErrorGroupRow } from '#shared/client-error-groups.ts'
import { Badge } from '#client/ui/Badge.tsx'
import patterns from '#client/ui/patterns.module.css'

import { STATE_LABELS } from './labels.ts'

/** Labels of a group: expected refusals, new, seen again after it was resolved, resolved or ignored. */
export function ErrorBadges({
  group: { state, isRefusal, isNew, regressed, resolved },
}: {
  group: ErrorGroupRow
}) {
  const isOpen = state === 'open'
  if (isOpen && !isRefusal && !isNew && !regressed) return null
  return (
    <div className={patterns.actions}>
      {isRefusal && <Badge tone="neutral">Expected</Badge>}
      {isOpen && regressed && <Badge tone="danger">Regressed in {regressed.release}</Badge>}
      {isOpen && isNew && <Badge tone="gold">New</Badge>}
      {!isOpen && (
        <Badge tone="neutral">
          {STATE_LABELS[state]}
          {resolved && ` in ${resolved.release}`}
        </Badge>
      )}
    </div>
  )
}
