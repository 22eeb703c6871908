import { Link } from 'react-router-dom'

import { MEETING_KIND_NAMES, MEETING_STATUS_NAMES } from '#shared/meeting-labels.ts'
import { meetingPath } from '#shared/meeting-paths.ts'
import type { MeetingStatus } from '#shared/meeting-rules.ts'
import type { MeetingListItem } from '#shared/meetings.ts'
import styles from '#client/features/meetings/meetings.module.css'
import { listBriefly } from '#client/features/meetings/people.ts'
import { slotLabel } from '#client/features/meetings/times.ts'
import { useMomentLabel, useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { Badge, type BadgeProps } from '#client/ui/Badge.tsx'
import { DateBlock } from '#client/ui/DateBlock.tsx'
import patterns from '#client/ui/patterns.module.css'

const TONES: Partial<Record<MeetingStatus, BadgeProps['tone']>> = {
  scheduled: 'accent',
  held: 'accent',
  followedUp: 'accent',
  awaitingConfirmation: 'gold',
  rescheduled: 'gold',
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
          <Link viewTransition to={meetingPath(id)}>
            {purpose}
          </Link>
        </h3>
        <p>
          <When meeting={meeting} />
        </p>
        <p className={patterns.muted}>
          {others.length > 0 && `With ${listBriefly(others.map(({ displayName }) => displayName))}`}
        </p>
        <p className={styles.badges}>
          <Badge tone={TONES[status] ?? 'neutral'}>{MEETING_STATUS_NAMES[status]}</Badge>
          <span className={patterns.small}>
            {MEETING_KIND_NAMES[kind]}
            {organised && ' · You organise it'}
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
        {days}, {times}
      </time>
    )
  }
  const length = `${durationMinutes} minutes`
  if (endedAt) return `${length} · ${MEETING_STATUS_NAMES[status].toLowerCase()} ${moment(endedAt)}`
  if (!slots || !expiresAt) return length
  return `${slots === 1 ? '1 possible time' : `${slots} possible times`} · ${length} · answers until ${moment(expiresAt)}`
}
