import { useSuspenseQuery } from '@tanstack/react-query'

import type { BlockedMember } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { blockedMembers } from '#client/features/connections/queries.ts'
import { useBlockCommands } from '#client/features/connections/relationship/commands.ts'
import { formatShortDate } from '#client/lib/time/dates.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Person } from '#client/ui/Person.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './Blocked.module.css'

/** In the settings, so that nobody comes across a blocked person by accident. */
export function Blocked() {
  const { data } = useSuspenseQuery(blockedMembers)
  const section = useFocusFallback<HTMLElement>(data.items.length)
  return (
    <div className={patterns.column}>
      <p>You and the people you block can’t find each other. They aren’t notified.</p>
      <section ref={section} tabIndex={-1} aria-label="Blocked people">
        {data.items.length === 0 && <p className={patterns.muted}>You haven’t blocked anyone.</p>}
        <ul>
          {data.items.map((blocked) => (
            <li key={blocked.member.id} className={styles.row}>
              <Row {...blocked} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Row({ member, since }: BlockedMember) {
  const { run, isPending } = useBlockCommands(member)
  const zone = useViewerZone()
  return (
    <>
      <Person
        name={member.displayName}
        photo={member.photo}
        lines={[`Blocked since ${formatShortDate(since, zone)}`]}
        to={paths.memberProfile(member.id)}
      />
      <Button variant="secondary" busy={isPending && 'Unblocking…'} onClick={() => run('unblock')}>
        <span>
          Unblock<VisuallyHidden> {member.displayName}</VisuallyHidden>
        </span>
      </Button>
    </>
  )
}
