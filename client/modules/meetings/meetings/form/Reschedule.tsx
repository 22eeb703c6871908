import { useNavigate } from 'react-router-dom'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/meetings/messages.ts'
import { meetingPath } from '#shared/lib/paths/meetings.ts'
import { MEETING_LIMITS } from '#shared/meetings/rules.ts'
import { useSend } from '#client/modules/meetings/meetings/use-send.ts'
import { othersIn } from '#client/modules/meetings/meetings/people.ts'
import type { MeetingProps } from '#client/modules/meetings/meetings/props.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { request } from '#client/lib/request.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useToast } from '#client/lib/toast.ts'

import { FormFrame } from './FormFrame.tsx'
import { EMPTY_SLOT, instantsOf, readSlots, type SlotsDraft, withoutEmptySlots } from './meeting-draft.ts'
import { TimesFields } from './TimesFields.tsx'

interface RescheduleDraft extends SlotsDraft {
  reason: string
}

/** New times to vote on; the earlier time is no longer valid. */
export function Reschedule({ meeting, viewerId }: MeetingProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const send = useSend(meeting.id)
  const timeZone = useViewerZone()
  const title = meeting.status === 'expired' ? m.rescheduleSend() : m.rescheduleTitle()
  const form = useForm<RescheduleDraft>({
    initial: { slots: [EMPTY_SLOT], timeZone, reason: '' },
    draft: `meeting-times:${meeting.id}`,
    normalise: withoutEmptySlots,
    check: (values) => {
      const read = readSlots(values, Date.now())
      return {
        ...('errors' in read && read.errors),
        reason: values.reason.trim() ? undefined : words.reasonRule({ min: 1 }),
      }
    },
    submit: async ({ reason, ...slots }) => {
      await send(
        request('POST /api/meetings/:meetingId/reschedule', {
          params: { meetingId: meeting.id },
          body: { slots: instantsOf(slots), reason: reason.trim() },
        }),
      )
      toast(m.rescheduleSent(), { tone: 'success' })
      await navigate(meetingPath(meeting.id), { replace: true })
    },
  })
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      <PageHeader
        back={{ to: meetingPath(meeting.id), label: m.editBack() }}
        title={title}
        lead={m.rescheduleLead()}
      />
      <FormFrame form={form} submit={m.rescheduleSend()} busy={m.newSending()}>
        <TimesFields
          draft={form.values}
          people={othersIn(meeting, viewerId).filter(({ former }) => !former)}
          durationMinutes={meeting.durationMinutes}
          errors={form.errors}
          onChange={(slots) => form.set('slots', slots)}
        />
        <TextField
          {...form.field('reason')}
          label={words.reason()}
          hint={m.reasonHint()}
          multiline
          rows={2}
          maxLength={MEETING_LIMITS.reason}
        />
      </FormFrame>
    </>
  )
}
