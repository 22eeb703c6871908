import { Link } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import type { EventImportResult, ImportedDetails } from '#shared/events/imports.ts'
import type { InvitationResult } from '#shared/attendance/invitations.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import { paths } from '#shared/lib/paths.ts'
import { request } from '#client/lib/request.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { useFirstItems } from '#client/ui/lists/use-first-items.tsx'
import { IsolatedText } from '#client/ui/text/IsolatedText.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import type { FileEvent, ImportedFile } from './imported-file.ts'
import styles from './imports.module.css'

const FIELDS: Readonly<Record<string, () => string>> = {
  title: m.editorTitle,
  description: m.editorDescription,
  startsAt: m.editorStart,
  endsAt: m.editorEnd,
  timeZone: m.editorTimeZone,
  place: m.place,
  joinUrl: m.editorJoinLink,
  capacity: m.editorSeats,
}

interface Props {
  events: readonly FileEvent[]
  unit: ImportedFile['unit']
  results: readonly EventImportResult[]
  isDone?: boolean
}

/** The events of a file, each with its planned or actual outcome. */
export function EventLines({ events, unit, results, isDone = false }: Props) {
  const [shown, more] = useFirstItems(events)
  if (events.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="import-events">
      <h2 id="import-events">{m.events()}</h2>
      <ul className={patterns.ruled}>
        {shown.map((event, at) => (
          <li key={at} className={styles.line}>
            <EventLine event={event} unit={unit} result={results[at]!} isDone={isDone} />
          </li>
        ))}
      </ul>
      {more}
    </section>
  )
}

interface LineProps {
  event: FileEvent
  unit: ImportedFile['unit']
  result: EventImportResult
  isDone: boolean
}

function EventLine({ event, unit, result, isDone }: LineProps) {
  const { details, notes, row } = event
  const { outcome, problems } = result
  const title = result.event?.title ?? details?.title ?? ''
  const isStored = isDone || outcome === 'unchanged' || outcome === 'kept' || outcome === 'updated'
  return (
    <>
      <p className={styles.title}>
        {result.event && isStored ? (
          <Link to={paths.event(result.event.id)}>
            <IsolatedText>{title}</IsolatedText>
          </Link>
        ) : (
          <IsolatedText>{title || m.importsNoTitle()}</IsolatedText>
        )}
      </p>
      {details && outcome !== 'invalid' && <Facts details={details} />}
      <p>
        {m.importsPosition({ unit, number: String(row) })}: {outcomeText(result, isDone)}
      </p>
      {problems.map(({ field, message }) => (
        <p key={field} className={outcome === 'invalid' ? styles.problem : patterns.muted}>
          {FIELDS[field] ? `${FIELDS[field]()}: ${message}` : message}
        </p>
      ))}
      {notes.map((note) => (
        <p key={note} className={patterns.muted}>
          {note}
        </p>
      ))}
      <Attendees event={event} result={result} isDone={isDone} />
    </>
  )
}

const Facts = ({ details }: { details: ImportedDetails }) => (
  <>
    <p className={patterns.muted}>{whenOf(details)}</p>
    {details.place && (
      <p className={patterns.muted}>
        <IsolatedText>{details.place}</IsolatedText>
      </p>
    )}
    {details.capacity && <p className={patterns.muted}>{m.rsvpSeats({ count: details.capacity })}</p>}
  </>
)

/** Formats the time in the zone of the event, as in the file. */
function whenOf(details: ImportedDetails) {
  const [{ days, times, zone }] = formatWhen(details, details.timeZone)
  return details.allDay ? `${days} (${zone})` : `${days}, ${times} ${zone}`
}

const outcomeText = ({ outcome, event }: EventImportResult, isDone: boolean) =>
  (isDone ? m.importsOutcome : m.importsPlanned)({ outcome, status: event?.status ?? 'draft' })

function Attendees({ event, result, isDone }: Omit<LineProps, 'unit'>) {
  const { attendees } = event
  const { added, already, unknown } = result.attendees
  if (attendees.length === 0 || !result.event) return null
  if (!result.recordsAttendees)
    return result.event.status === 'published' ? (
      <InviteAttendees event={event} eventId={result.event.id} />
    ) : (
      <p className={patterns.muted}>{m.importsUpcoming({ count: attendees.length })}</p>
    )
  if (!isDone) return <p>{m.importsInFile({ count: attendees.length })}</p>
  return <p>{m.importsAttendees({ added, already, unknown })}</p>
}

/** The event is published and has not ended, so its attendees elsewhere can be invited as from a pasted list. */
function InviteAttendees({ event: { attendees }, eventId }: { event: FileEvent; eventId: string }) {
  const lines = attendees.slice(0, EVENT_LIMITS.invitations).map(({ email }) => email)
  const { run, isPending, isSuccess } = useCommand<InvitationResult>({
    command: () => request('POST /api/events/:eventId/invitations', { params: { eventId }, body: { lines } }),
    done: ({ invited, addresses }) => m.importsInvited({ members: invited, people: addresses }),
  })
  return (
    <div>
      <Button
        variant="secondary"
        busy={isPending && m.importsInviting()}
        disabled={isSuccess}
        onClick={() => run()}
      >
        {m.importsInvite({ count: lines.length })}
      </Button>
    </div>
  )
}
