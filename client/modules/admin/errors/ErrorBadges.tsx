import * as m from '#shared/admin/messages.ts'
import type { ErrorGroupRow } from '#shared/operations/error-groups.ts'
import { Badge } from '#client/ui/Badge.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

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
      {isRefusal && <Badge tone="neutral">{m.errorsExpected()}</Badge>}
      {isOpen && regressed && <Badge tone="danger">{m.errorsRegressed(regressed)}</Badge>}
      {isOpen && isNew && <Badge tone="strong">{m.errorsNew()}</Badge>}
      {!isOpen && (
        <Badge tone="neutral">
          {resolved ? m.errorsResolvedIn({ release: resolved.release }) : m.errorsState({ state })}
        </Badge>
      )}
    </div>
  )
}
