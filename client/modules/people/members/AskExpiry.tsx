import * as m from '#shared/people/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import type { Ask } from '#shared/people/members.ts'
import { formatShortDate } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { rich } from '#client/ui/rich.tsx'

import { Helpers } from './Helpers.tsx'
import { useViewerZone } from './use-viewer-zone.ts'
import styles from './ProfilePage.module.css'
import { useRenewal } from './queries.ts'

const RENEWABLE_BEFORE_END = 14 * DAY

/** The expiry of the owner's ask or offer, with a button to renew it near the end and after it. */
export function AskExpiry({ ask }: { ask: Ask }) {
  const { run, isPending } = useRenewal(ask.id)
  const end = Date.parse(ask.expiresAt)
  const state = useClock((now) =>
    now >= end ? 'expired' : end - now < RENEWABLE_BEFORE_END ? 'expiring' : 'current',
  )
  const zone = useViewerZone()
  const day = <time dateTime={ask.expiresAt}>{formatShortDate(ask.expiresAt, zone)}</time>
  return (
    <div className={styles.expiry}>
      <Helpers askId={ask.id} />
      {state === 'expired' ? (
        <Badge tone="danger">{rich(m.expired({ date: day }))}</Badge>
      ) : (
        <span>{rich(m.expires({ date: day }))}</span>
      )}
      {state !== 'current' && (
        <Button
          variant="secondary"
          busy={isPending && m.askRenewing()}
          aria-label={m.askRenewText({ text: ask.text })}
          onClick={() => run()}
        >
          {m.askRenew()}
        </Button>
      )}
    </div>
  )
}
