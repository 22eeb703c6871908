import type { Ask } from '#shared/members.ts'
import { formatShortDate } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { useToast } from '#client/ui/toast.ts'

import styles from './ProfilePage.module.css'
import { useRenewal } from './queries.ts'

const RENEWABLE_BEFORE_END = 14 * 24 * 60 * 60 * 1_000

/** When the owner's ask or offer expires, with a button to renew it near the end and after it. */
export function AskExpiry({ ask }: { ask: Ask }) {
  const toast = useToast()
  const renewal = useRenewal()
  const end = Date.parse(ask.expiresAt)
  const state = useClock((now) =>
    now >= end ? 'expired' : end - now < RENEWABLE_BEFORE_END ? 'expiring' : 'current',
  )
  const zone = useViewerZone()
  const day = <time dateTime={ask.expiresAt}>{formatShortDate(ask.expiresAt, zone)}</time>
  const renew = () =>
    renewal.mutate(ask.id, {
      onSuccess: () => toast('Renewed for another 90 days.', { tone: 'success' }),
      onError: (error) => toast(explainProblem(error).message ?? '', { tone: 'danger' }),
    })
  return (
    <div className={styles.expiry}>
      {state === 'expired' ? <Badge tone="danger">Expired {day}</Badge> : <span>Expires {day}</span>}
      {state !== 'current' && (
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
