import * as m from '#shared/meetings/messages.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import type { MeetingProps } from '#client/modules/meetings/meetings/props.ts'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Person } from '#client/ui/people/Person.tsx'
import { dotted } from '#client/ui/text/dotted.ts'

export const Participants = ({ meeting, viewerId }: MeetingProps) => (
  <Card title={m.peopleTitle()}>
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
            lines={[m.participantLeft(), reason && `“${reason}”`]}
            to={member.former ? undefined : paths.memberProfile(member.id)}
          />
        </li>
      ))}
    </ul>
  </Card>
)

const roleLabel = (isViewer: boolean, isOrganiser: boolean) =>
  dotted([isViewer && m.participantYou(), isOrganiser && m.participantOrganiser()])

type Answers = Pick<MeetingDetails['participants'][number], 'voted' | 'confirmed'>

function answerLabel({ slots, status }: MeetingDetails, { voted, confirmed }: Answers) {
  if (slots.length > 0) return voted ? m.participantVoted() : m.participantNotVoted()
  if (status !== 'awaitingConfirmation' && status !== 'held' && status !== 'followedUp') return undefined
  if (confirmed === undefined)
    return status === 'awaitingConfirmation' ? m.participantNotConfirmed() : undefined
  return confirmed ? m.participantConfirmed() : m.participantDenied()
}
