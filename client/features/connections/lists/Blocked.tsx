import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import type { BlockedMember } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { formatDate } from '#client/lib/dates.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { Person } from '#client/ui/Person.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'
import { blockedMembers } from '#client/features/connections/queries.ts'
import { useBlocking } from '#client/features/connections/relationship/use-blocking.ts'
import { useKeptFocus } from '#client/lib/use-kept-focus.ts'

import styles from './lists.module.css'

/** Apart from the other lists: nobody should come across these people by the way. */
export function Blocked() {
  const { data } = useSuspenseQuery(blockedMembers)
  const place = useKeptFocus<HTMLElement>(data.items.length)
  return (
    <>
      <ScreenTitle>Blocked people</ScreenTitle>
      <Link viewTransition to={paths.connections} className={styles.back}>
        All connections
      </Link>
      <PageHeader
        title="Blocked people"
        lead="They do not find you, and you do not find them. They are not told."
      />
      <section ref={place} tabIndex={-1} aria-label="Blocked people">
        {data.items.length === 0 && <p className={styles.none}>You have not blocked anyone.</p>}
        <ul className={styles.list}>
          {data.items.map((blocked) => (
            <li key={blocked.member.id} className={styles.row}>
              <Row {...blocked} />
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function Row({ member, since }: BlockedMember) {
  const { run, isPending } = useBlocking(member)
  const zone = useViewerZone()
  return (
    <div className={styles.request}>
      <Person
        name={member.displayName}
        photo={member.photo}
        lines={[`Blocked since ${formatDate(since, zone)}`]}
        to={paths.memberProfile(member.id)}
      />
      <div className={styles.acts}>
        <Button variant="secondary" busy={isPending && 'Unblocking…'} onClick={() => run('unblock')}>
          <span>
            Unblock<VisuallyHidden> {member.displayName}</VisuallyHidden>
          </span>
        </Button>
      </div>
    </div>
  )
}

export const BlockedLink = ({ to }: { to: string }) => (
  <p className={styles.elsewhere}>
    <Link viewTransition to={to}>
      People you have blocked
    </Link>
  </p>
)
