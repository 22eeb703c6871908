import type { MeetingListItem, MeetingTasks as Tasks } from '#shared/meetings.ts'
import { OUTCOME_NAMES } from '#shared/meeting-labels.ts'
import { meetingPath } from '#shared/meeting-paths.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { dayAt, formatMoment } from '#client/lib/time/when.ts'
import { Person } from '#client/ui/Person.tsx'

/** How many entries there are. */
export const countTasks = (tasks: Tasks) => Object.values(tasks).reduce((sum, list) => sum + list.length, 0)

/** What the member has to do about growth meetings, as entries of a list. Each leads to the meeting. */
export function MeetingTasks(tasks: Tasks) {
  const zone = useViewerZone()
  const today = useClock((now) => dayAt(new Date(now).toISOString(), zone))
  return (
    <>
      {tasks.toVote.map((meeting) => (
        <Task
          key={`vote ${meeting.id}`}
          meeting={meeting.id}
          photo={meeting.others[0]?.photo}
          title={`${meeting.organised ? 'Choose a time' : 'Vote on a time'}: ${meeting.purpose}`}
          text={[namesOf(meeting), meeting.expiresAt && `by ${formatMoment(meeting.expiresAt, zone, today)}`]}
        />
      ))}
      {tasks.toConfirm.map((meeting) => (
        <Task
          key={`confirm ${meeting.id}`}
          meeting={meeting.id}
          photo={meeting.others[0]?.photo}
          title={`Did you meet? ${meeting.purpose}`}
          text={[namesOf(meeting)]}
        />
      ))}
      {tasks.promises.map(({ id, text, dueOn, member, meeting }) => (
        <Task
          key={id}
          meeting={meeting.id}
          photo={member.photo}
          title={text}
          text={[`Your promise to ${member.displayName}`, dueLabel(dueOn, today)]}
        />
      ))}
      {tasks.promisesToConfirm.map(({ id, text, member, meeting }) => (
        <Task
          key={id}
          meeting={meeting.id}
          photo={member.photo}
          title={`Confirm that ${member.displayName} kept a promise`}
          text={[text]}
        />
      ))}
      {tasks.outcomesToConfirm.map(({ id, kind, note, member, meeting }) => (
        <Task
          key={id}
          meeting={meeting.id}
          photo={member.photo}
          title={`Confirm what ${member.displayName} did for you`}
          text={[OUTCOME_NAMES[kind], note]}
        />
      ))}
    </>
  )
}

interface TaskProps {
  meeting: string
  photo: string | undefined
  title: string
  text: readonly (string | undefined)[]
}

const Task = ({ meeting, photo, title, text }: TaskProps) => (
  <li>
    <Person name={title} photo={photo} lines={[text.filter(Boolean).join(' · ')]} to={meetingPath(meeting)} />
  </li>
)

const namesOf = ({ others }: MeetingListItem) =>
  others.length === 0 ? undefined : `With ${others.map(({ displayName }) => displayName).join(', ')}`

/** @param dueOn `YYYY-MM-DD`, like `today` */
function dueLabel(dueOn: string, today: string) {
  if (dueOn === today) return 'due today'
  if (dueOn === Temporal.PlainDate.from(today).add({ days: 1 }).toString()) return 'due tomorrow'
  return dueOn < today ? `overdue since ${formatOn(dueOn)}` : `due ${formatOn(dueOn)}`
}
