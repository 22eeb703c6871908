import { useNavigate } from 'react-router-dom'

import { EVENT_LIMITS } from '#shared/event-rules.ts'
import { paths } from '#shared/paths.ts'
import { MomentField } from '#client/features/event-editor/fields/MomentField.tsx'
import type { PanelProps } from '#client/features/events/EventPanel.tsx'
import { PanelHeader } from '#client/features/events/EventPanel.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { useToast } from '#client/ui/toast.ts'

import { CopyDates } from './CopyDates.tsx'
import styles from './duplicate.module.css'
import { useDuplicateForm } from './use-duplicate-form.ts'

const REPEATS = [
  { value: 'once', label: 'Once' },
  { value: 'weekly', label: 'Every week', hint: 'On the same day of the week.' },
  { value: 'monthly', label: 'Every month', hint: 'On the same date; in shorter months on the last day.' },
] as const

const COUNTS = Array.from({ length: EVENT_LIMITS.series - 1 }, (_, at) => ({
  value: String(at + 2),
  label: `${at + 2} events`,
}))

/** Characters that can be searched for. */
const SEARCH_LENGTH = 100

export function DuplicateEvent({ event, onClose }: PanelProps) {
  const form = useDuplicateForm(event, useMade(event))
  const { repeat } = form.values
  return (
    <>
      <PanelHeader title="Duplicate the event" event={event} onClose={onClose} />
      <form {...form.props} className={styles.form}>
        <p>
          Each copy is a draft of its own, with the same words, place, hosts and rules, and without answers.
          {event.rsvpDeadline && ' The time until which members can answer moves along.'}
        </p>
        <MomentField
          {...form.field('startsAt')}
          label={event.allDay ? 'First day' : 'Starts'}
          timeZone={event.timeZone}
          dayOnly={event.allDay}
        />
        <RadioCards {...form.field('repeat')} label="How often" options={REPEATS} />
        {repeat !== 'once' && (
          <SelectField {...form.field('count')} label="How many in all" options={COUNTS} />
        )}
        <CopyDates event={event} draft={form.values} />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div className={styles.acts}>
          <Button type="submit" busy={form.busy && 'Making drafts…'}>
            {repeat === 'once' ? 'Make the draft' : `Make ${form.values.count} drafts`}
          </Button>
        </div>
      </form>
    </>
  )
}

/** To the copy, or to all drafts of that name. */
function useMade({ title }: { title: string }) {
  const navigate = useNavigate()
  const toast = useToast()
  return (ids: readonly string[]) => {
    const [only] = ids
    toast(ids.length === 1 ? 'The draft is made.' : `${ids.length} drafts are made.`, { tone: 'success' })
    const drafts = new URLSearchParams({ list: 'drafts', q: title.slice(0, SEARCH_LENGTH) })
    void navigate(only && ids.length === 1 ? paths.event(only) : `${paths.events}?${drafts}`)
  }
}
