import { useSuspenseQuery } from '@tanstack/react-query'

import type { OwnSession } from '#shared/session.ts'
import { SignInDeclined } from '#client/lib/recent-sign-in.ts'
import { Ago } from '#client/lib/time/Time.tsx'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useMomentLabel } from '#client/lib/time/use-viewer-zone.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/patterns.module.css'
import { useToast } from '#client/ui/toast.ts'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import { ownSessions, useEndSessions } from './queries.ts'
import styles from './settings.module.css'

const HOUR = 60 * 60_000

/** Where the person is signed in. */
export function DeviceSettings({ onSignOutEverywhere }: { onSignOutEverywhere: () => void }) {
  const { data } = useSuspenseQuery(ownSessions)
  const section = useFocusFallback<HTMLDivElement>(data.items.length)
  const ending = useEndSessions()
  const toast = useToast()
  const end = (id: string | undefined, done: string) =>
    ending.mutate(id, {
      onSuccess: () => toast(done, { tone: 'success' }),
      onError: (error) =>
        error instanceof SignInDeclined
          ? toast(error.message)
          : toast(explainProblem(error).message ?? '', { tone: 'danger' }),
    })
  const isEnding = (id: string | undefined) => ending.isPending && ending.variables === id

  return (
    <div ref={section} tabIndex={-1} className={patterns.column}>
      <Card title="Where you’re signed in">
        <ul className={patterns.ruled}>
          {data.items.map((session) => (
            <li key={session.id} className={styles.session}>
              <Session session={session} />
              {!session.current && (
                <Button
                  variant="secondary"
                  busy={isEnding(session.id) && 'Signing out…'}
                  onClick={() => end(session.id, `${nameOf(session)} was signed out.`)}
                >
                  <span>
                    Sign out<VisuallyHidden> {nameOf(session)}</VisuallyHidden>
                  </span>
                </Button>
              )}
            </li>
          ))}
        </ul>
        {data.items.length > 1 && (
          <div>
            <Button
              variant="secondary"
              busy={isEnding(undefined) && 'Signing out…'}
              onClick={() => end(undefined, 'Your other devices were signed out.')}
            >
              Sign out all other devices
            </Button>
          </div>
        )}
      </Card>
      <Card title="Sign out everywhere">
        <p>This signs you out on all devices, this one too. Do this if you lost a device.</p>
        <div>
          <Button variant="danger" onClick={onSignOutEverywhere}>
            Sign out everywhere
          </Button>
        </div>
      </Card>
    </div>
  )
}

function Session({ session }: { session: OwnSession }) {
  const momentLabel = useMomentLabel()
  const { current, signedInAt, lastSeenAt } = session
  const lastSeen = lastSeenAt && (
    <>
      Last seen <LastSeen at={lastSeenAt} />
    </>
  )
  const seen = current ? 'Active now' : lastSeen
  return (
    <div>
      <p className={styles.device}>
        {nameOf(session)} {current && <Badge>This device</Badge>}
      </p>
      <p className={patterns.small}>
        {signedInAt && `Signed in ${momentLabel(signedInAt)}`}
        {signedInAt && seen && ' · '}
        {seen}
      </p>
    </div>
  )
}

/** The server notes it at most once an hour: anything more exact could be wrong. */
function LastSeen({ at }: { at: string }) {
  const isRecent = useClock((now) => now - Date.parse(at) < HOUR)
  return isRecent ? 'within the past hour' : <Ago at={at} />
}

function nameOf({ browser, system }: OwnSession) {
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
