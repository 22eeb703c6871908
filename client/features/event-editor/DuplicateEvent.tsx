import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { EVENT_LIMITS } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'
import { PanelHeader, type PanelProps } from '#client/features/events/EventPanel.tsx'
import { eventUrl, invalidateEvents } from '#client/features/events/queries.ts'
import { MomentField } from '#client/lib/time/MomentField.tsx'
import { createOnce } from '#client/lib/create-once.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { type Explanation, useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Notice } from '#client/ui/Notice.tsx'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { useToast } from '#client/ui/toast.ts'

import { type CopiesDraft, type CopyDate, copyDates, initialCopies, readCopies } from './copies.ts'
import styles from './editor.module.css'

const REPEATS = [
  { value: 'once', label: 'Once' },
  { value: 'weekly', label: 'Every week', hint: 'On the same weekday.' },
  { value: 'monthly', label: 'Every month', hint: 'On the same date, or on the last day of shorter months.' },
] as const

const COUNTS = Array.from({ length: EVENT_LIMITS.series - 1 }, (_, index) => ({
  value: String(index + 2),
  label: `${index + 2} events`,
}))

export function DuplicateEvent({ event, onClose }: PanelProps) {
  const form = useDuplicateForm(event, useShowCopies(event))
  const { repeat } = form.values
  return (
    <>
      <PanelHeader title="Duplicate event" event={event} onClose={onClose} />
      <form {...form.props} className={patterns.column}>
        <p>
          Each copy is a new draft with the same details and no RSVPs.
          {event.rsvpDeadline && ' The RSVP deadline moves along with the date.'}
        </p>
        <MomentField
          {...form.field('startsAt')}
          label={event.allDay ? 'First day' : 'Start'}
          timeZone={event.timeZone}
          dayOnly={event.allDay}
        />
        <RadioCards {...form.field('repeat')} label="Repeat" options={REPEATS} />
        {repeat !== 'once' && (
          <SelectField {...form.field('count')} label="Number of events" options={COUNTS} />
        )}
        <CopyDates event={event} draft={form.values} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div>
          <Button type="submit" busy={form.busy && 'Creating drafts…'}>
            {repeat === 'once' ? 'Create draft' : `Create ${form.values.count} drafts`}
          </Button>
        </div>
      </form>
    </>
  )
}

function useDuplicateForm(event: EventDetails, onCreated: (ids: readonly string[]) => void) {
  const cache = useQueryClient()
  const draft = `copies:${event.id}`
  const [initial] = useState(() => initialCopies(event, Date.now()))
  return useForm<CopiesDraft>({
    initial,
    draft,
    leaves: true,
    check(values) {
      const read = readCopies(values, event, Date.now())
      return 'errors' in read ? read.errors : {}
    },
    async submit(values) {
      const read = readCopies(values, event, Date.now())
      if ('errors' in read) throw new Error('The form was submitted without validation.')
      const url = eventUrl(event.id, 'duplicate')
      const { ids } = await createOnce<{ ids: string[] }>(draft, url, read.duplication)
      await invalidateEvents(cache)
      onCreated(ids)
    },
    explain: explainInvalidEvent,
  })
}

/** A copy may break a rule that is newer than its event. The fields in question are not in this form. */
function explainInvalidEvent(error: unknown): Explanation | undefined {
  if (!(error instanceof ProblemError) || !error.fields || 'startsAt' in error.fields) return undefined
  return { message: `Edit this event before you duplicate it. ${Object.values(error.fields).join(' ')}` }
}

/** Longest search text that the server accepts. */
const SEARCH_LENGTH = 100

/** Opens the copy, or all drafts with the title. */
function useShowCopies({ title }: { title: string }) {
  const navigate = useNavigate()
  const toast = useToast()
  return (ids: readonly string[]) => {
    const [only] = ids
    toast(ids.length === 1 ? 'Draft created.' : `${ids.length} drafts created.`, { tone: 'success' })
    const drafts = new URLSearchParams({ list: 'drafts', q: title.slice(0, SEARCH_LENGTH) })
    void navigate(only && ids.length === 1 ? paths.event(only) : `${paths.events}?${drafts}`)
  }
}

/** The dates as the server will calculate them. */
function CopyDates({ event, draft }: { event: EventDetails; draft: CopiesDraft }) {
  const read = readCopies(draft, event, 0)
  if ('errors' in read) return null
  const dates = copyDates(event, read.duplication)
  return (
    <section aria-labelledby="copy-dates">
      <h2 id="copy-dates" className={styles.datesTitle}>
        {dates.length === 1 ? 'New date' : 'New dates'}
      </h2>
      <ol className={styles.dates}>
        {dates.map((date) => (
          <li key={date.startsAt}>
            <CopyTime date={date} allDay={event.allDay} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function CopyTime({ date, allDay }: { date: CopyDate; allDay: boolean }) {
  const [{ days, times, zone }] = formatWhen({ ...date, allDay }, date.timeZone)
  return (
    <>
      <time dateTime={date.startsAt}>{days}</time>
      <span className={patterns.muted}>
        {times}
        {allDay ? ', ' : ' '}
        {zone}
      </span>
      {date.note && <span className={styles.note}>{date.note}</span>}
    </>
  )
}
