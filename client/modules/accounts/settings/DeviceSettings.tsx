import { useSuspenseQuery } from '@tanstack/react-query'

import * as m from '#shared/accounts/messages.ts'
import type { OwnSession } from '#shared/accounts/sessions.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { Ago } from '#client/modules/people/members/Time.tsx'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useMomentLabel } from '#client/modules/people/members/use-viewer-zone.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import { rich } from '#client/ui/rich.tsx'

import { ownSessions, useEndSessions } from './queries.ts'
import styles from './settings.module.css'

/** The person's sessions. */
export function DeviceSettings({ onSignOutEverywhere }: { onSignOutEverywhere: () => void }) {
  const { data } = useSuspenseQuery(ownSessions)
  const { run: end, running } = useEndSessions()
  const isEnding = (id: string | undefined) => running !== undefined && running.id === id

  return (
    <div className={patterns.column}>
      <Card title={m.devicesTitle()}>
        <ul className={patterns.ruled}>
          {data.items.map((session) => (
            <li key={session.id} className={styles.session}>
              <Session session={session} />
              {!session.current && (
                <Button
                  variant="secondary"
                  busy={isEnding(session.id) && m.signingOut()}
                  onClick={() =>
                    end({ id: session.id, done: m.deviceSignedOut({ device: nameOf(session) }) })
                  }
                >
                  <span>{rich(m.deviceSignOut({ device: nameOf(session), hidden }))}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
        {data.items.length > 1 && (
          <div>
            <Button
              variant="secondary"
              busy={isEnding(undefined) && m.signingOut()}
              onClick={() => end({ done: m.devicesEnded() })}
            >
              {m.devicesEnd()}
            </Button>
          </div>
        )}
      </Card>
      <Card title={m.everywhere()}>
        <p>{m.everywhereText()}</p>
        <div>
          <Button variant="danger" onClick={onSignOutEverywhere}>
            {m.everywhere()}
          </Button>
        </div>
      </Card>
    </div>
  )
}

function Session({ session }: { session: OwnSession }) {
  const momentLabel = useMomentLabel()
  const { current, signedInAt, lastSeenAt } = session
  const lastSeen = lastSeenAt && rich(m.deviceLastSeen({ when: <LastSeen at={lastSeenAt} /> }))
  const seen = current ? m.deviceActive() : lastSeen
  return (
    <div>
      <p className={styles.device}>
        {nameOf(session)} {current && <Badge>{m.deviceThis()}</Badge>}
      </p>
      <p className={patterns.small}>
        {signedInAt && m.deviceSignedIn({ at: momentLabel(signedInAt) })}
        {signedInAt && seen && '\u00A0· '}
        {seen}
      </p>
    </div>
  )
}

/** The server records it at most once an hour: a more exact time could be wrong. */
function LastSeen({ at }: { at: string }) {
  const isRecent = useClock((now) => now - Date.parse(at) < HOUR)
  return isRecent ? m.deviceRecent() : <Ago at={at} />
}

function nameOf({ browser, system }: OwnSession) {
  if (browser && system) return m.deviceName({ browser, system })
  return browser ?? system ?? m.deviceUnknown()
}
