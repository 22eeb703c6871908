import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import * as m from '#shared/meetings/messages.ts'
import { MEETING_LIMITS } from '#shared/meetings/rules.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { meetingDetails, meetingsChanged } from '#client/modules/meetings/meetings/queries.ts'
import { request } from '#client/lib/request.ts'
import { Button } from '#client/ui/Button.tsx'
import { MoreIcon } from '#client/ui/icons/member-icons.tsx'
import { Menu } from '#client/ui/overlays/Menu.tsx'
import { ReasonDialog, type ReasonLabels } from '#client/ui/overlays/ReasonDialog.tsx'
import { useToast } from '#client/lib/toast.ts'
import { useSend } from '#client/modules/meetings/meetings/use-send.ts'

type Command = 'cancel' | 'decline' | 'leave'

/** Only a cancelled meeting needs a reason. */
const limitsOf = (command: Command | undefined) => ({
  min: command === 'cancel' ? 1 : 0,
  max: MEETING_LIMITS.reason,
})

const LABELS: Record<Command, () => ReasonLabels & { item: string; done: string }> = {
  cancel: () => ({
    hint: m.reasonHint(),
    item: m.cancelMenu(),
    question: m.cancelQuestion(),
    consequence: m.cancelText(),
    button: m.cancelNow(),
    busy: m.cancelling(),
    keep: m.cancelKeep(),
    done: m.cancelDone(),
    tone: 'danger',
  }),
  decline: () => ({
    hint: m.reasonHint(),
    item: m.declineMenu(),
    question: m.declineQuestion(),
    consequence: m.declineText(),
    button: m.declineNow(),
    busy: m.declining(),
    done: m.declineDone(),
  }),
  leave: () => ({
    hint: m.reasonHint(),
    item: m.leaveMenu(),
    question: m.leaveQuestion(),
    consequence: m.leaveText(),
    button: m.leaveNow(),
    busy: m.leaving(),
    done: m.leaveDone(),
  }),
}

/** Rare actions, out of the way of an accidental press. Declining is beside the answers. */
export function LeaveMenu({ meeting }: { meeting: MeetingDetails }) {
  const [command, setCommand] = useState<Command>()
  const allowed = (['cancel', 'leave'] as const).filter((each) => meeting.actions.includes(each))
  if (allowed.length === 0) return null
  return (
    <>
      <Menu
        label={m.detailsMenu()}
        trigger={<MoreIcon />}
        items={allowed.map((each) => {
          const { item, tone } = LABELS[each]()
          return { label: item, onSelect: () => setCommand(each), tone }
        })}
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
        {m.declineMenu()}
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
      await send(
        request('POST /api/meetings/:meetingId/cancel', {
          params: { meetingId: meeting.id },
          body: { reason },
        }),
      )
      onClose()
    } else {
      await request(`POST /api/meetings/:meetingId/${name}`, {
        params: { meetingId: meeting.id },
        body: reason ? { reason } : {},
      })
      // The viewer can no longer see it.
      await navigate(paths.growthMeetings)
      cache.removeQueries({ queryKey: meetingDetails(meeting.id).queryKey })
      await meetingsChanged(cache)
    }
    toast(LABELS[name]().done, { tone: 'success' })
  }

  return (
    <ReasonDialog
      labels={command && LABELS[command]()}
      draft={`${command}:${meeting.id}`}
      limits={limitsOf(command)}
      onClose={onClose}
      onSubmit={(reason) => (command ? run(command, reason) : Promise.resolve())}
    />
  )
}
