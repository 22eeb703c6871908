import * as m from '#shared/meetings/messages.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { slotLabel } from '#client/modules/meetings/meetings/times.ts'
import { request } from '#client/lib/request.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'
import { meetingCommands, useSend } from '#client/modules/meetings/meetings/use-send.ts'

interface Props {
  meeting: MeetingDetails
  timeZone: string
  /** The start of the slot; undefined while the dialog is closed. */
  slot: string | undefined
  onClose: () => void
}

export function ChooseDialog({ meeting, timeZone, slot = '', onClose }: Props) {
  const send = useSend(meeting.id)
  const open = slot !== ''
  const time = open ? m.slot(slotLabel(slot, meeting.durationMinutes, timeZone)) : ''
  const choose = useCommand({
    mutationKey: meetingCommands(meeting.id),
    command: () =>
      send(
        request('POST /api/meetings/:meetingId/choose', {
          params: { meetingId: meeting.id },
          body: { slot },
        }),
      ),
    done: m.chosen(),
  })
  return (
    <ConfirmDialog
      open={open}
      title={m.chooseQuestion()}
      confirm={m.choose()}
      busy={choose.isPending && m.choosing()}
      onClose={onClose}
      onConfirm={() => choose.run()}
    >
      <p>{time}</p>
      <p>{m.chooseText()}</p>
    </ConfirmDialog>
  )
}
