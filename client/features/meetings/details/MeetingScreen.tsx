import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { Link } from 'react-router-dom'

import { MEETING_KIND_NAMES } from '#shared/meeting-labels.ts'
import { newMeetingPath } from '#shared/meeting-paths.ts'
import type { MeetingDetails } from '#shared/meetings.ts'
import { paths } from '#shared/paths.ts'
import { meetingTitle, othersIn } from '#client/features/meetings/people.ts'
import { meetingDetails } from '#client/features/meetings/queries.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import styles from './details.module.css'
import { LeaveMenu } from './LeaveMenu.tsx'
import { MeetingFacts } from './MeetingFacts.tsx'
import { Participants } from './Participants.tsx'
import { StatusCard } from './StatusCard.tsx'

const EditMeeting = lazy(async () => ({
  default: (await import('#client/features/meetings/form/EditMeeting.tsx')).EditMeeting,
}))
const Reschedule = lazy(async () => ({
  default: (await import('#client/features/meetings/form/Reschedule.tsx')).Reschedule,
}))
const FollowUp = lazy(async () => ({
  default: (await import('#client/features/meetings/follow-up/FollowUp.tsx')).FollowUp,
}))

interface Props {
  meetingId: string
  /** `edit` or `reschedule`, which the organiser opens in place of the meeting. */
  view: string | null
}

export function MeetingScreen({ meetingId, view }: Props) {
  const { data: meeting, error } = useSuspenseQuery(meetingDetails(meetingId))
  const { data: me } = useSuspenseQuery(ownProfile)
  // Without this the cached details would stay on screen after the viewer was removed from the meeting.
  if (error instanceof ProblemError && error.status === 404) throw error
  if (view === 'edit' && meeting.actions.includes('edit')) return <EditMeeting meeting={meeting} />
  if (view === 'reschedule' && meeting.actions.includes('reschedule'))
    return <Reschedule meeting={meeting} viewerId={me.id} />
  return <Meeting meeting={meeting} viewerId={me.id} />
}

/** States in which participants have something to write down or to look up. */
const HELD: readonly MeetingDetails['status'][] = ['held', 'followedUp']
/** States after which the same people may want to try again. */
const ENDED: readonly MeetingDetails['status'][] = ['declined', 'expired', 'cancelled', 'notHeld']

function Meeting({ meeting, viewerId }: { meeting: MeetingDetails; viewerId: string }) {
  const others = othersIn(meeting, viewerId)
  const title = meetingTitle(others)
  const isHeld = HELD.includes(meeting.status) || meeting.actions.includes('followUp')
  const available = others.filter(({ former }) => !former)
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      <Link viewTransition to={paths.growthMeetings} className={styles.back}>
        All meetings
      </Link>
      <PageHeader
        title={title}
        lead={
          <>
            <p>{meeting.purpose}</p>
            <p className={styles.kind}>{MEETING_KIND_NAMES[meeting.kind]}</p>
          </>
        }
        actions={
          <>
            {meeting.actions.includes('edit') && (
              <LinkButton variant="secondary" to={`?meeting=${meeting.id}&view=edit`}>
                Edit
              </LinkButton>
            )}
            {meeting.actions.includes('reschedule') && (
              <LinkButton variant="secondary" to={`?meeting=${meeting.id}&view=reschedule`}>
                Reschedule
              </LinkButton>
            )}
            {ENDED.includes(meeting.status) && available.length > 0 && (
              <LinkButton to={newMeetingPath({ people: available.map(({ id }) => id) })}>
                Plan another meeting
              </LinkButton>
            )}
            <LeaveMenu meeting={meeting} />
          </>
        }
      />
      <div className={styles.columns} data-voting={meeting.slots.length > 0 || undefined}>
        <div className={styles.main}>
          <ComponentCrash>
            <StatusCard meeting={meeting} viewerId={viewerId} />
          </ComponentCrash>
          {isHeld && (
            <ComponentCrash>
              <FollowUp meeting={meeting} viewerId={viewerId} />
            </ComponentCrash>
          )}
        </div>
        <div className={styles.aside}>
          <MeetingFacts meeting={meeting} viewerId={viewerId} />
          <Participants meeting={meeting} viewerId={viewerId} />
        </div>
      </div>
    </>
  )
}
