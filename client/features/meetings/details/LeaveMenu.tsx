import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { MeetingDetails } from '#shared/meetings.ts'
import { paths } from '#shared/paths.ts'
import { meetingDetails, meetingsChanged, meetingUrl } from '#client/features/meetings/queries.ts'
import { request } from '#client/lib/request.ts'
import { Button } from '#client/ui/Button.tsx'
import { MoreIcon } from '#client/ui/member-icons.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import { useToast } from '#client/ui/toast.ts'

import { ReasonDialog, type ReasonLabels } from './ReasonDialog.tsx'
import { useSend } from './use-send.ts'

type Command = 'cancel' | 'decline' | 'leave'

const LABELS: Record<Command, ReasonLabels & { label: string; done: string }> = {
  cancel: {
    label: 'Cancel meeting…',
    question: 'Cancel this meeting?',
    consequence:
      'Everyone sees that it’s cancelled, with your reason, here and in their calendars. You can’t undo this.',
    button: 'Cancel meeting',
    busy: 'Cancelling…',
    done: 'Meeting cancelled.',
    tone: 'danger',
  },
  decline: {
    label: 'Decline…',
    question: 'Decline this meeting?',
    consequence: 'You’re no longer part of it, and the others see that you left. A no is always fine.',
    button: 'Decline',
    busy: 'Declining…',
    done: 'Meeting declined.',
    optional: true,
  },
  leave: {
    label: 'Leave meeting…',
    question: 'Leave this meeting?',
    consequence:
      'You’re no longer part of it, and it disappears from your calendar. With fewer than two people left, it’s cancelled.',
    button: 'Leave meeting',
    busy: 'Leaving…',
    done: 'You left the meeting.',
    optional: true,
  },
}

/** Rare actions, out of the way of an accidental press. Declining is beside the answers. */
export function LeaveMenu({ meeting }: { meeting: MeetingDetails }) {
  const [command, setCommand] = useState<Command>()
  const allowed = (['cancel', 'leave'] as const).filter((each) => meeting.actions.includes(each))
  if (allowed.length === 0) return null
  return (
    <>
      <Menu
        label="More options for this meeting"
        trigger={<MoreIcon />}
        items={allowed.map((each) => ({
          label: LABELS[each].label,
          onSelect: () => setCommand(each),
          ...(LABELS[each].tone && { tone: LABELS[each].tone }),
        }))}
      />
      <CommandDialog meeting={meeting} command={command} onClose={() => setCommand(undefined)} />
    </>
  )
}

export function DeclineButton({ meeting }: { meeting: MeetingDetails }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {LABELS.decline.label}
      </Button>
      <CommandDialog
        meeting={meeting}
        command={open ? 'decline' : undefined}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

interface DialogProps {
  meeting: MeetingDetails
  command: Command | undefined
  onClose: () => void
}

function CommandDialog({ meeting, command, onClose }: DialogProps) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const send = useSend(meeting.id)

  const run = async (name: Command, reason: string) => {
    if (name === 'cancel') {
      await send({ path: [name], body: { reason } })
      onClose()
    } else {
      await request(meetingUrl(meeting.id, name), { method: 'POST', body: reason ? { reason } : {} })
      // The viewer can no longer see it.
      await navigate(paths.growthMeetings)
      cache.removeQueries({ queryKey: meetingDetails(meeting.id).queryKey })
      await meetingsChanged(cache)
    }
    toast(LABELS[name].done, { tone: 'success' })
  }

  return (
    <ReasonDialog
      labels={command && LABELS[command]}
      onClose={onClose}
      onSubmit={(reason) => (command ? run(command, reason) : Promise.resolve())}
    />
  )
}
