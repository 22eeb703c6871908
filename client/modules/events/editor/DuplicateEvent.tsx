import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { momentLabels } from '#client/modules/events/editor/fields/moment-labels.ts'
import { PanelHeader, type PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { invalidateEvents } from '#client/modules/events/events/queries.ts'
import { MomentField } from '#client/lib/time/MomentField.tsx'
import { ProblemError } from '#client/lib/request-errors.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { request } from '#client/lib/request.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import type { Explanation } from '#client/lib/explain-problem.ts'
import { useNewDraft } from '#client/ui/form/use-new-draft.ts'
import patterns from '#client/ui/styles/patterns.module.css'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { useToast } from '#client/lib/toast.ts'
import { Submit } from '#client/ui/form/Submit.tsx'

import {
  type CopiesDraft,
  type CopyDate,
  copyDates,
  initialCopies,
  readCopies,
  type RepeatDraft,
} from './copies.ts'
import styles from './editor.module.css'

const repeats = () =>
  [
    { value: 'once', label: m.editorRepeatOnce() },
    { value: 'weekly', label: m.editorRepeatWeekly(), hint: m.editorRepeatWeeklyHint() },
    { value: 'monthly', label: m.editorRepeatMonthly(), hint: m.editorRepeatMonthlyHint() },
  ] as const

const counts = () =>
  Array.from({ length: EVENT_LIMITS.series - 1 }, (_, index) => ({
    value: String(index + 2),
    label: m.editorCopiesCount({ count: index + 2 }),
  }))

export function DuplicateEvent({ event }: PanelProps) {
  const showCopies = useShowCopies(event)
  return (
    <>
      <PanelHeader title={m.editorDuplicate()} event={event} />
      <CopiesForm
        event={event}
        latest={event}
        route="POST /api/events/:eventId/duplicate"
        onCreated={showCopies}
      />
    </>
  )
}

interface CopiesFormProps {
  event: EventDetails
  /** The event after which the copies start by default. */
  latest: Pick<EventDetails, 'startsAt'>
  route: 'POST /api/events/:eventId/duplicate' | 'POST /api/events/:eventId/series/dates'
  onCreated: (ids: readonly string[]) => void
}

export function CopiesForm(props: CopiesFormProps) {
  const { event } = props
  const form = useCopiesForm(props)
  const { repeat } = form.values
  return (
    <form {...form.props} className={patterns.column}>
      <p>
        {m.editorCopies()}
        {(event.rsvpOpensAt || event.rsvpDeadline) && ` ${m.editorCopiesTimes()}`}
      </p>
      <MomentField
        {...form.field('startsAt')}
        labels={momentLabels('starts', event.allDay)}
        timeZone={event.timeZone}
        dayOnly={event.allDay}
      />
      <RepeatFields form={form} />
      <CopyDates event={event} draft={form.values} />
      <Submit
        form={form}
        label={m.editorCreateDrafts({ count: repeat === 'once' ? 1 : Number(form.values.count) })}
        busy={m.editorCreatingDrafts()}
      />
    </form>
  )
}

interface RepeatFieldsProps<D extends RepeatDraft> {
  form: Form<D>
  labelHidden?: boolean | undefined
}

/** Whether there are several dates, and how many. */
export const RepeatFields = <D extends RepeatDraft>({ form, labelHidden }: RepeatFieldsProps<D>) => (
  <>
    <RadioCards
      {...form.field('repeat')}
      label={m.editorRepeat()}
      labelHidden={labelHidden}
      options={repeats()}
    />
    {form.values.repeat !== 'once' && (
      <SelectField {...form.field('count')} label={m.editorCopiesNumber()} options={counts()} />
    )}
  </>
)

function useCopiesForm({ event, latest, route, onCreated }: CopiesFormProps) {
  const cache = useQueryClient()
  const [initial] = useState(() => initialCopies({ ...event, startsAt: latest.startsAt }, Date.now()))
  const { form } = useNewDraft<CopiesDraft, { ids: string[] }>({
    initial,
    draft: `${route.endsWith('dates') ? 'dates' : 'copies'}:${event.id}`,
    leaves: true,
    check(values) {
      const read = readCopies(values, event, Date.now())
      return 'errors' in read ? read.errors : {}
    },
    create(values, idempotencyKey) {
      const read = readCopies(values, event, Date.now())
      if ('errors' in read) throw new Error('The form was submitted without validation.')
      return request(route, {
        idempotencyKey,
        params: { eventId: event.id },
        body: read.duplication,
      })
    },
    async onCreated({ ids }) {
      await invalidateEvents(cache)
      onCreated(ids)
    },
    explain: explainInvalidEvent,
  })
  return form
}

/** A copy may break a rule that is newer than its event. The fields in question are not in this form. */
function explainInvalidEvent(error: unknown): Explanation | undefined {
  if (!(error instanceof ProblemError) || !error.fields || 'startsAt' in error.fields) return undefined
  return { message: m.editorCopiesInvalid({ problems: Object.values(error.fields).join(' ') }) }
}

/** Longest search text that the server accepts. */
const SEARCH_LENGTH = 100

/** Opens the copy, or all drafts with the title. */
function useShowCopies({ title }: { title: string }) {
  const navigate = useNavigate()
  const toast = useToast()
  return (ids: readonly string[]) => {
    const [only] = ids
    toast(m.editorCreated({ count: ids.length }), {
      tone: 'success',
    })
    const drafts = new URLSearchParams({ list: 'drafts', q: title.slice(0, SEARCH_LENGTH) })
    void navigate(only && ids.length === 1 ? paths.event(only) : `${paths.events}?${drafts}`)
  }
}

/** The dates as the server will calculate them. */
function CopyDates({ event, draft }: { event: EventDetails; draft: CopiesDraft }) {
  const read = readCopies(draft, event, 0)
  if ('errors' in read) return null
  const dates = copyDates(event, read.duplication)
  return <DateList title={m.editorCopiesDates({ count: dates.length })} dates={dates} allDay={event.allDay} />
}

interface DateListProps {
  title: string
  dates: readonly CopyDate[]
  allDay: boolean
}

export function DateList({ title, dates, allDay }: DateListProps) {
  return (
    <section aria-labelledby="copy-dates">
      <h2 id="copy-dates" className={styles.datesTitle}>
        {title}
      </h2>
      <ol className={styles.dates}>
        {dates.map((date) => (
          <li key={date.startsAt}>
            <CopyTime date={date} allDay={allDay} />
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
