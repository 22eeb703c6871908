import { useNavigate } from 'react-router-dom'

import { meetingPath } from '#shared/meeting-paths.ts'
import { MEETING_LIMITS } from '#shared/meeting-rules.ts'
import { useSend } from '#client/features/meetings/details/use-send.ts'
import { othersIn } from '#client/features/meetings/people.ts'
import type { MeetingProps } from '#client/features/meetings/props.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { useForm } from '#client/lib/use-form.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'

import { FormFrame } from './FormFrame.tsx'
import { EMPTY_SLOT, instantsOf, readSlots, type SlotsDraft, withoutEmptySlots } from './meeting-draft.ts'
import { TimesFields } from './TimesFields.tsx'

interface RescheduleDraft extends SlotsDraft {
  reason: string
}

/** New times to vote on; the earlier time no longer holds. */
export function Reschedule({ meeting, viewerId }: MeetingProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const send = useSend(meeting.id)
  const timeZone = useViewerZone()
  const form = useForm<RescheduleDraft>({
    initial: { slots: [EMPTY_SLOT], timeZone, reason: '' },
    draft: `meeting-times:${meeting.id}`,
    normalise: withoutEmptySlots,
    check: (values) => {
      const read = readSlots(values, Date.now())
      return {
        ...('errors' in read && read.errors),
        ...(!values.reason.trim() && { reason: 'Enter a reason.' }),
      }
    },
    submit: async ({ reason, ...slots }) => {
      await send({ path: ['reschedule'], body: { slots: instantsOf(slots), reason: reason.trim() } })
      toast('New times proposed. Everyone is asked again.', { tone: 'success' })
      await navigate(meetingPath(meeting.id), { replace: true })
    },
  })
  return (
    <>
      <ScreenTitle>Reschedule meeting</ScreenTitle>
      <PageHeader
        title="Reschedule meeting"
        lead="The earlier time is cancelled, and everyone answers again."
        actions={
          <LinkButton variant="secondary" to={meetingPath(meeting.id)}>
            Back to meeting
          </LinkButton>
        }
      />
      <FormFrame form={form} submit="Propose new times" busy="Proposing…">
        <TimesFields
          draft={form.values}
          people={othersIn(meeting, viewerId).filter(({ former }) => !former)}
          durationMinutes={meeting.durationMinutes}
          errors={form.errors}
          onChange={(slots) => form.set('slots', slots)}
        />
        <TextField
          {...form.field('reason')}
          label="Reason"
          hint="The other participants can read it."
          multiline
          rows={2}
          maxLength={MEETING_LIMITS.reason}
        />
      </FormFrame>
    </>
  )
}
