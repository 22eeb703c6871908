import { useSuspenseQuery } from '@tanstack/react-query'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/meetings/messages.ts'
import { newMeetingPath } from '#shared/lib/paths/meetings.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { listBriefly, othersIn } from '#client/modules/meetings/meetings/people.ts'
import { meetingDetails } from '#client/modules/meetings/meetings/queries.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'

import styles from './details.module.css'
import { LeaveMenu } from './LeaveMenu.tsx'
import { MeetingFacts } from './MeetingFacts.tsx'
import { Participants } from './Participants.tsx'
import { StatusCard } from './StatusCard.tsx'

const EditMeeting = lazyPart(
  () => import('#client/modules/meetings/meetings/form/EditMeeting.tsx'),
  'EditMeeting',
)
const Reschedule = lazyPart(
  () => import('#client/modules/meetings/meetings/form/Reschedule.tsx'),
  'Reschedule',
)
const FollowUp = lazyPart(
  () => import('#client/modules/meetings/meetings/follow-up/FollowUp.tsx'),
  'FollowUp',
)

interface Props {
  meetingId: string
  /** `edit` or `reschedule`, which the organiser opens instead of the meeting. */
  view: string | null
}

export function MeetingScreen({ meetingId, view }: Props) {
  const { data: meeting, error } = useSuspenseQuery(meetingDetails(meetingId))
  const { data: me } = useSuspenseQuery(ownProfile)
  // Otherwise the cached details would stay on screen after the viewer was removed from the meeting.
  if (error instanceof ProblemError && error.status === 404) throw error
  if (view === 'edit' && meeting.actions.includes('edit')) return <EditMeeting meeting={meeting} />
  if (view === 'reschedule' && meeting.actions.includes('reschedule'))
    return <Reschedule meeting={meeting} viewerId={me.id} />
  return <Meeting meeting={meeting} viewerId={me.id} />
}

/** States in which participants have a follow-up. */
const HELD: readonly MeetingDetails['status'][] = ['held', 'followedUp']
/** States after which the same people may want to try again. */
const ENDED: readonly MeetingDetails['status'][] = ['declined', 'expired', 'cancelled', 'notHeld']

function Meeting({ meeting, viewerId }: { meeting: MeetingDetails; viewerId: string }) {
  const others = othersIn(meeting, viewerId)
  const kind = m.kindName(meeting)
  const isHeld = HELD.includes(meeting.status) || meeting.actions.includes('followUp')
  const isEnded = ENDED.includes(meeting.status)
  const available = others.filter(({ former }) => !former)
  return (
    <>
      <ScreenTitle>{meeting.purpose}</ScreenTitle>
      <PageHeader
        back={{ to: paths.growthMeetings, label: m.detailsAll() }}
        title={<span className={styles.purpose}>{meeting.purpose}</span>}
        lead={
          others.length > 0
            ? m.leadWith({ kind, names: listBriefly(others.map(({ displayName }) => displayName)) })
            : kind
        }
        actions={
          <>
            {meeting.actions.includes('edit') && (
              <LinkButton variant="secondary" to={`?meeting=${meeting.id}&view=edit`}>
                {words.edit()}
              </LinkButton>
            )}
            {meeting.actions.includes('reschedule') && (
              <LinkButton
                variant={isEnded ? 'primary' : 'secondary'}
                to={`?meeting=${meeting.id}&view=reschedule`}
              >
                {isEnded ? m.rescheduleSend() : m.detailsReschedule()}
              </LinkButton>
            )}
            {isEnded && !meeting.actions.includes('reschedule') && available.length > 0 && (
              <LinkButton to={newMeetingPath({ people: available.map(({ id }) => id) })}>
                {m.detailsAnother()}
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
