import { useSuspenseQuery } from '@tanstack/react-query'

import * as m from '#shared/people/messages.ts'
import type { BlockedMember } from '#shared/people/connections.ts'
import { paths } from '#shared/lib/paths.ts'
import { blockedMembers } from '#client/modules/people/connections/queries.ts'
import { useBlockCommands } from '#client/modules/people/connections/relationship/commands.ts'
import { formatShortDate } from '#client/lib/time/dates.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Person } from '#client/ui/people/Person.tsx'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import { rich } from '#client/ui/rich.tsx'

import styles from './Blocked.module.css'

/** Part of the settings, so that a blocked person does not appear by accident. */
export function Blocked() {
  const { data } = useSuspenseQuery(blockedMembers)
  return (
    <div className={patterns.column}>
      <p>{m.blockedLead()}</p>
      <section aria-label={m.blockedPeople()}>
        {data.items.length === 0 && <p className={patterns.muted}>{m.blockedNone()}</p>}
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
        lines={[m.blockedSince({ date: formatShortDate(since, zone) })]}
        to={paths.memberProfile(member.id)}
      />
      <Button variant="secondary" busy={isPending && m.unblocking()} onClick={() => run('unblock')}>
        <span>{rich(m.unblockName({ name: member.displayName, hidden }))}</span>
      </Button>
    </>
  )
}
