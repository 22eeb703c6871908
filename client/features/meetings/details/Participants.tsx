import type { MeetingDetails } from '#shared/meetings.ts'
import { paths } from '#shared/paths.ts'
import type { MeetingProps } from '#client/features/meetings/props.ts'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Person } from '#client/ui/Person.tsx'

export const Participants = ({ meeting, viewerId }: MeetingProps) => (
  <Card title="People">
    <ul className={patterns.ruled}>
      {meeting.participants.map(({ member, ...answers }) => (
        <li key={member.id}>
          <Person
            name={member.displayName}
            photo={member.photo}
            lines={[
              roleLabel(member.id === viewerId, member.id === meeting.organiser),
              [member.headline, member.company].filter(Boolean).join(', '),
              answerLabel(meeting, answers),
            ]}
            to={member.former || member.id === viewerId ? undefined : paths.memberProfile(member.id)}
          />
        </li>
      ))}
      {meeting.departures.map(({ member, reason }) => (
        <li key={member.id}>
          <Person
            name={member.displayName}
            photo={member.photo}
            lines={['Can’t come', reason && `“${reason}”`]}
            to={member.former ? undefined : paths.memberProfile(member.id)}
          />
        </li>
      ))}
    </ul>
  </Card>
)

const roleLabel = (isViewer: boolean, isOrganiser: boolean) =>
  [isViewer && 'You', isOrganiser && 'Organiser'].filter(Boolean).join(' · ')

type Answers = Pick<MeetingDetails['participants'][number], 'voted' | 'confirmed'>

function answerLabel({ slots, status }: MeetingDetails, { voted, confirmed }: Answers) {
  if (slots.length > 0) return voted ? 'Voted' : 'Hasn’t voted yet'
  if (status !== 'awaitingConfirmation' && status !== 'held' && status !== 'followedUp') return undefined
  if (confirmed === undefined) return status === 'awaitingConfirmation' ? 'Hasn’t confirmed yet' : undefined
  return confirmed ? 'Confirmed' : 'Said it didn’t happen'
}
