import { Link } from 'react-router-dom'

import * as m from '#shared/meetings/messages.ts'
import { meetingPath } from '#shared/lib/paths/meetings.ts'
import type { MeetingStatus } from '#shared/meetings/rules.ts'
import type { MeetingListItem } from '#shared/meetings/schema.ts'
import styles from '#client/modules/meetings/meetings/meetings.module.css'
import { listBriefly } from '#client/modules/meetings/meetings/people.ts'
import { slotLabel } from '#client/modules/meetings/meetings/times.ts'
import { useMomentLabel, useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Badge, type BadgeProps } from '#client/ui/Badge.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { DateBlock } from '#client/ui/DateBlock.tsx'
import { AvatarPile } from '#client/ui/people/AvatarPile.tsx'
import { IsolatedText } from '#client/ui/text/IsolatedText.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

const FACES = 3

const TONES: Partial<Record<MeetingStatus, BadgeProps['tone']>> = {
  scheduled: 'accent',
  held: 'accent',
  followedUp: 'accent',
  awaitingConfirmation: 'strong',
  rescheduled: 'strong',
  cancelled: 'danger',
}

export function MeetingRow({ meeting }: { meeting: MeetingListItem }) {
  const { id, purpose, kind, status, startsAt, others, organised } = meeting
  const zone = useViewerZone()
  return (
    <li className={styles.row}>
      {startsAt && <DateBlock instant={startsAt} timeZone={zone} />}
      <div className={styles.about}>
        <h3 className={styles.title}>
          <Link viewTransition to={meetingPath(id)} className={patterns.entryLink!}>
            {purpose}
          </Link>
        </h3>
        <p>
          <When meeting={meeting} />
        </p>
        {others.length > 0 && (
          <p className={classNames(styles.badges, patterns.muted)}>
            <AvatarPile people={others.slice(0, FACES)} />
            <IsolatedText>
              {m.rowWith({ names: listBriefly(others.map(({ displayName }) => displayName)) })}
            </IsolatedText>
          </p>
        )}
        <p className={styles.badges}>
          <Badge tone={TONES[status] ?? 'neutral'}>{m.statusName({ status })}</Badge>
          <span className={patterns.small}>
            {m.kindName({ kind })}
            {organised && `\u00A0· ${m.rowOrganised()}`}
          </span>
        </p>
      </div>
    </li>
  )
}

function When({ meeting }: { meeting: MeetingListItem }) {
  const { startsAt, durationMinutes, slots, expiresAt, endedAt, status } = meeting
  const zone = useViewerZone()
  const moment = useMomentLabel()
  if (startsAt) {
    const { days, times } = slotLabel(startsAt, durationMinutes, zone)
    return (
      <time dateTime={startsAt}>
        <VisuallyHidden>{days}, </VisuallyHidden>
        {times}
      </time>
    )
  }
  const minutes = durationMinutes
  if (endedAt) return m.rowEnded({ minutes, status, date: moment(endedAt) })
  if (!slots || !expiresAt) return m.minutes({ minutes })
  return m.rowVoting({ count: slots, minutes, date: moment(expiresAt) })
}
