import type { RosterEntry } from '#shared/roster.ts'
import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { Ago } from '#client/lib/time/Time.tsx'
import { counted } from '#client/features/events/labels.ts'
import { dayAt, formatMoment } from '#client/lib/time/when.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Person } from '#client/ui/Person.tsx'

import styles from './roster.module.css'
import { rosterStateLabel } from './labels.ts'

interface Props {
  event: EventDetails
  entry: RosterEntry
  viewerZone: string
}

export function RosterRow({ event, entry, viewerZone }: Props) {
  const { member, hasProfile, guests, answeredAt, offerUntil, checkedInAt } = entry
  const { words, tone } = rosterStateLabel(entry)
  const moment = (instant: string) => formatMoment(instant, viewerZone, dayAt(event.startsAt, viewerZone))
  return (
    <li className={styles.row}>
      <Person
        name={member.displayName}
        photo={member.photo}
        lines={[member.headline, member.company]}
        to={hasProfile ? paths.memberProfile(member.id) : undefined}
      />
      <p className={styles.standing}>
        <Badge tone={tone}>{words}</Badge>
        {guests > 0 && <span>+ {counted(guests, 'guest')}</span>}
        {checkedInAt && <time dateTime={checkedInAt}>{moment(checkedInAt)}</time>}
        {offerUntil && <time dateTime={offerUntil}>until {moment(offerUntil)}</time>}
      </p>
      <p className={styles.answered}>
        Answered <Ago at={answeredAt} />
      </p>
    </li>
  )
}
