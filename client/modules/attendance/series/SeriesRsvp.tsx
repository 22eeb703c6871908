import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import * as words from '#shared/lib/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { AnswerEdit } from '#shared/events/questions.ts'
import type { SeriesRsvpResults } from '#shared/events/series.ts'
import { paths } from '#shared/lib/paths.ts'
import { invalidateEvents } from '#client/modules/events/events/queries.ts'
import { AnswerDialog } from '#client/modules/attendance/questions/AnswerDialog.tsx'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { request } from '#client/lib/request.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { formatStart } from '#client/lib/time/when.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stepper } from '#client/ui/form/Stepper.tsx'
import { countOpen, resultLabel, upcomingIn } from '#client/modules/events/series/choices.ts'
import { eventSeries } from '#client/modules/events/series/queries.ts'
import styles from '#client/modules/events/series/series.module.css'

interface Props {
  event: EventDetails
  /** Whether the RSVP is to all upcoming events instead of the one shown. */
  isForAll: boolean
  onChoose: (isForAll: boolean) => void
}

/** Offers an RSVP to all upcoming events of the series instead of the one shown. */
export function SeriesRsvp({ event, isForAll, onChoose }: Props) {
  const { data: series } = useQuery({ ...eventSeries(event.id), throwOnError: false })
  const [results, setResults] = useState<SeriesRsvpResults>()
  const open = useClock((now) => (series && !series.isJoined ? countOpen(series, event, now) : 0))
  const isOffered = open > 0
  return (
    <>
      {isOffered && (
        <fieldset aria-label={m.seriesRsvpTo()} className={styles.scopes}>
          <Scope isChosen={!isForAll} onChoose={() => onChoose(false)}>
            {m.seriesRsvpThis()}
          </Scope>
          <Scope isChosen={isForAll} onChoose={() => onChoose(true)}>
            {m.seriesRsvpAll({ count: open })}
          </Scope>
        </fieldset>
      )}
      {isOffered && isForAll && (
        <JoinSeries
          event={event}
          count={open}
          onJoined={(outcome) => {
            setResults(outcome)
            onChoose(false)
          }}
        />
      )}
      {results && series?.isJoined && <Results results={results} />}
    </>
  )
}

/** Shown to members who joined the series, with a way to leave it. */
export function SeriesMembership({ event }: Pick<Props, 'event'>) {
  const { data: series } = useQuery({ ...eventSeries(event.id), throwOnError: false })
  const upcoming = useClock((now) => (series ? upcomingIn(series, now).length : 0))
  return series?.isJoined && upcoming > 0 && <Joined event={event} />
}

const Scope = ({
  isChosen,
  onChoose,
  children,
}: {
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}) => (
  <button type="button" className={styles.scope} aria-pressed={isChosen} onClick={onChoose}>
    {children}
  </button>
)

interface JoinProps {
  event: EventDetails
  count: number
  onJoined: (results: SeriesRsvpResults) => void
}

function JoinSeries({ event, count, onJoined }: JoinProps) {
  const cache = useQueryClient()
  const [guests, setGuests] = useState(0)
  const [isAnswering, setAnswering] = useState(false)
  const send = (answers?: AnswerEdit[]) =>
    request('PUT /api/events/:eventId/series/rsvp', {
      params: { eventId: event.id },
      body: { guests, answers },
    })
  async function show(results: SeriesRsvpResults) {
    await invalidateEvents(cache)
    onJoined(results)
  }
  const join = useCommand({ command: () => send(), onSuccess: show })
  const asks = (event.questions ?? []).length > 0
  return (
    <div className={styles.join}>
      <p>{m.seriesRsvpText()}</p>
      {event.guestsMax > 0 && (
        <Stepper label={m.guests()} value={guests} max={event.guestsMax} onChange={setGuests} />
      )}
      <Button
        busy={join.isPending && words.saving()}
        onClick={() => (asks ? setAnswering(true) : join.run())}
      >
        {m.seriesGo({ count })}
      </Button>
      <AnswerDialog
        event={event}
        guests={guests}
        open={isAnswering}
        submitLabel={m.rsvpSend()}
        busyLabel={words.sending()}
        onSubmit={async (answers) => show(await send(answers))}
        onClose={() => setAnswering(false)}
      />
    </div>
  )
}

function Results({ results: { items } }: { results: SeriesRsvpResults }) {
  const viewerZone = useViewerZone()
  const seated = items.filter(({ state }) => state === 'going').length
  const others = items.filter(({ state }) => state !== 'going')
  return (
    <Notice tone="success" title={m.seriesGoing({ count: seated })}>
      {others.length > 0 && (
        <ul className={styles.results}>
          {others.map((item) => (
            <li key={item.event.id}>
              <Link to={paths.event(item.event.id)}>{formatStart(item.event, viewerZone)}</Link>:{' '}
              {resultLabel(item)}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

function Joined({ event }: Pick<Props, 'event'>) {
  const cache = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const leave = useCommand({
    command: () => request('DELETE /api/events/:eventId/series/rsvp', { params: { eventId: event.id } }),
    done: m.seriesLeft(),
    async onSuccess() {
      await invalidateEvents(cache)
      setLeaving(false)
    },
  })
  return (
    <div className={styles.joined}>
      <p className={patterns.muted}>{m.seriesJoined()}</p>
      <Button variant="secondary" onClick={() => setLeaving(true)}>
        {m.seriesLeave()}
      </Button>
      <ConfirmDialog
        open={isLeaving}
        title={m.seriesLeaveQuestion()}
        confirm={m.seriesLeaveNow()}
        busy={leave.isPending && m.seriesLeaving()}
        onClose={() => setLeaving(false)}
        onConfirm={() => leave.run()}
      >
        <p>{m.seriesLeaveText()}</p>
      </ConfirmDialog>
    </div>
  )
}
