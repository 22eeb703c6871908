import { MEETING_LIMITS } from '#shared/meeting-rules.ts'
import { othersIn } from '#client/features/meetings/people.ts'
import type { MeetingProps } from '#client/features/meetings/props.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { SelectField } from '#client/ui/SelectField.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import { AdditionForm, useAddition } from './Addition.tsx'

interface PromiseDraft {
  text: string
  to: string
  dueOn: string
}

export function PromiseForm({ meeting, viewerId, onClose }: MeetingProps & { onClose: () => void }) {
  const others = othersIn(meeting, viewerId).filter(({ former }) => !former)
  const today = Temporal.Now.plainDateISO(useViewerZone())
  const last = today.add({ days: MEETING_LIMITS.daysAhead })
  const form = useAddition<PromiseDraft>({
    meeting,
    part: 'promises',
    initial: { text: '', to: others[0]?.id ?? '', dueOn: today.add({ days: 7 }).toString() },
    check: ({ text, dueOn }) => ({
      ...(!text.trim() && { text: 'Enter what you promise.' }),
      ...((dueOn < today.toString() || dueOn > last.toString()) && {
        dueOn: 'Choose a day from today to one year ahead.',
      }),
    }),
    bodyOf: (values) => ({ ...values, text: values.text.trim() }),
    done: 'Promise added.',
    onDone: onClose,
  })
  return (
    <AdditionForm form={form} submit="Add promise" onClose={onClose}>
      <TextField
        {...form.field('text')}
        label="What you’ll do"
        multiline
        rows={2}
        maxLength={MEETING_LIMITS.promise}
      />
      <SelectField
        {...form.field('to')}
        label="For whom"
        hint="They confirm it once you’ve done it."
        options={others.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      />
      <TextField
        {...form.field('dueOn')}
        type="date"
        label="By"
        min={today.toString()}
        max={last.toString()}
      />
    </AdditionForm>
  )
}
