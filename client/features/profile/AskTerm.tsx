import type { Ask } from '#shared/members.ts'
import { formatShortDate } from '#client/lib/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { useToast } from '#client/ui/toast.ts'

import styles from './ProfilePage.module.css'
import { useRenewal } from './queries.ts'

const SOON = 14 * 24 * 60 * 60 * 1_000

/** Until when one's own ask or offer is shown to others; near the end it can be renewed. */
export function AskTerm({ ask }: { ask: Ask }) {
  const toast = useToast()
  const renewal = useRenewal()
  const end = Date.parse(ask.expiresAt)
  const left = useClock((now) => (now >= end ? 'none' : end - now < SOON ? 'little' : 'enough'))
  const zone = useViewerZone()
  const day = <time dateTime={ask.expiresAt}>{formatShortDate(ask.expiresAt, zone)}</time>

  const renew = () =>
    renewal.mutate(ask.id, {
      onSuccess: () => toast('Renewed for another 90 days.', { tone: 'success' }),
      onError: (error) => toast(explainProblem(error).message ?? '', { tone: 'danger' }),
    })

  return (
    <div className={styles.term}>
      {left === 'none' ? <Badge tone="danger">Ended {day}</Badge> : <span>until {day}</span>}
      {left !== 'enough' && (
        <Button
          variant="secondary"
          busy={renewal.isPending && 'Renewing…'}
          aria-label={`Renew: ${ask.text}`}
          onClick={renew}
        >
          Renew
        </Button>
      )}
    </div>
  )
}
