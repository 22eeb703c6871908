import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'

import type { Content } from '#shared/lib/language/format.ts'
import * as m from '#shared/meetings/messages.ts'
import { meetingPath, newMeetingPath } from '#shared/lib/paths/meetings.ts'
import { MEETING_LIMITS } from '#shared/meetings/rules.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { request } from '#client/lib/request.ts'
import { useNewDraft } from '#client/ui/form/use-new-draft.ts'
import { bestTimes, showMeeting } from '#client/modules/meetings/meetings/queries.ts'
import { slotLabel } from '#client/modules/meetings/meetings/times.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { CheckboxGroup } from '#client/ui/form/CheckboxGroup.tsx'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useToast } from '#client/lib/toast.ts'
import { rich } from '#client/ui/rich.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { editErrors } from './meeting-draft.ts'

const MINUTES = 45

interface Person {
  id: string
  displayName: string
}

/** Nothing, where no times suit both: then only the form helps. */
export function Proposal({ member, onClose }: { member: Person; onClose: () => void }) {
  const { data } = useSuspenseQuery(bestTimes([member.id], MINUTES))
  const form = (content: Content) => <Link to={newMeetingPath({ people: [member.id] })}>{rich(content)}</Link>
  if (data.items.length === 0)
    return <p>{rich(m.proposeNoTimes({ name: member.displayName, link: form }))}</p>
  return <ProposalForm {...{ member, onClose }} times={data.items.map(({ startsAt }) => startsAt)} />
}

interface FormProps {
  member: Person
  times: readonly string[]
  onClose: () => void
}

function ProposalForm({ member, times, onClose }: FormProps) {
  const zone = useViewerZone()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const { form } = useNewDraft<{ purpose: string; slots: readonly string[] }, MeetingDetails>({
    initial: { purpose: '', slots: times },
    draft: `propose:${member.id}`,
    // A draft can have times that no longer suit both.
    normalise: ({ purpose, slots }) => ({
      purpose: purpose.trim(),
      slots: times.filter((time) => slots.includes(time)),
    }),
    check: ({ purpose, slots }) => ({
      purpose: editErrors({ purpose, place: '', joinUrl: '', agenda: [] }).purpose,
      slots: slots.length === 0 ? m.proposeTimesRule() : undefined,
    }),
    create: ({ purpose, slots }, idempotencyKey) =>
      request('POST /api/meetings', {
        idempotencyKey,
        body: {
          purpose,
          kind: 'introduction',
          participants: [member.id],
          durationMinutes: MINUTES,
          slots: [...slots],
          place: '',
          joinUrl: '',
          agenda: [],
        },
      }),
    async onCreated(created) {
      onClose()
      toast(m.newSent(), {
        tone: 'success',
        action: { label: m.proposeView(), onSelect: () => void navigate(meetingPath(created.id)) },
      })
      await showMeeting(cache, created)
    },
  })
  const { values, errors, set } = form
  const labels = times.map((time) => {
    const { days, times: clock } = slotLabel(time, MINUTES, zone)
    return m.slot({ days, times: clock })
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <TextField {...form.field('purpose')} label={m.purpose()} maxLength={MEETING_LIMITS.purpose.max} />
        <CheckboxGroup
          label={m.proposeTimes({ minutes: MINUTES })}
          name="slots"
          options={labels}
          values={labels.filter((_, at) => values.slots.includes(times[at]!))}
          error={errors['slots']}
          onChange={(chosen) =>
            set(
              'slots',
              times.filter((_, at) => chosen.includes(labels[at]!)),
            )
          }
        />
        <p>
          <Link to={newMeetingPath({ people: [member.id] })}>{m.proposeMore()}</Link>
        </p>
        <FormEnd form={form} onCancel={onClose} submit={m.newSend()} busy={m.newSending()} />
      </Stack>
    </form>
  )
}
