import type { MeetingDetails } from '#shared/meetings.ts'
import { slotLabel } from '#client/features/meetings/times.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'

import { useCommand } from './use-send.ts'

interface Props {
  meeting: MeetingDetails
  timeZone: string
  /** The start of the slot; undefined while the dialog is closed. */
  slot: string | undefined
  onClose: () => void
}

export function ChooseDialog({ meeting, timeZone, slot = '', onClose }: Props) {
  const { run, isRunning } = useCommand(meeting.id)
  const open = slot !== ''
  const { days, times } = open ? slotLabel(slot, meeting.durationMinutes, timeZone) : { days: '', times: '' }
  const choose = () => {
    run({ path: ['choose'], body: { slot }, done: 'The meeting is scheduled.' })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Schedule the meeting for this time?"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          <Button busy={isRunning('choose') && 'Scheduling…'} onClick={choose}>
            Schedule
          </Button>
        </>
      }
    >
      <p>
        {days}, {times}
      </p>
      <p>Voting ends, and everyone gets the time in their calendar, including those who answered no.</p>
    </Dialog>
  )
}
