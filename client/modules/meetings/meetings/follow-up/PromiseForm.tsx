import * as m from '#shared/meetings/messages.ts'
import { MEETING_LIMITS } from '#shared/meetings/rules.ts'
import { othersIn } from '#client/modules/meetings/meetings/people.ts'
import type { MeetingProps } from '#client/modules/meetings/meetings/props.ts'
import { request } from '#client/lib/request.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { DateField } from '#client/ui/form/DateField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'

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
      text: text.trim() ? undefined : m.promiseTextRule(),
      dueOn: dueOn < today.toString() || dueOn > last.toString() ? m.promiseByRule() : undefined,
    }),
    add: (values, idempotencyKey) =>
      request('POST /api/meetings/:meetingId/promises', {
        idempotencyKey,
        params: { meetingId: meeting.id },
        body: { ...values, text: values.text.trim() },
      }),
    done: m.promiseAdded(),
    onDone: onClose,
  })
  return (
    <AdditionForm form={form} submit={m.promiseAdd()} onClose={onClose}>
      <TextField
        {...form.field('text')}
        label={m.promiseText()}
        multiline
        rows={2}
        maxLength={MEETING_LIMITS.promise}
      />
      <SelectField
        {...form.field('to')}
        label={m.promiseTo()}
        hint={m.promiseToHint()}
        options={others.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      />
      <DateField
        {...form.field('dueOn')}
        label={m.promiseBy()}
        min={today.toString()}
        max={last.toString()}
      />
    </AdditionForm>
  )
}
