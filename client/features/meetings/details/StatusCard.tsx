import type { MeetingDetails } from '#shared/meetings.ts'
import type { MeetingProps } from '#client/features/meetings/props.ts'
import { meetingUrl } from '#client/features/meetings/queries.ts'
import { formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useMomentLabel, useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'

import { phaseOf, statusText } from './status.ts'
import { useCommand } from './use-send.ts'
import { Votes } from './Votes.tsx'

/** What the state of the meeting is, what happens next, and what the viewer can do about it. */
export function StatusCard({ meeting, viewerId }: MeetingProps) {
  const timeZone = useViewerZone()
  const moment = useMomentLabel()
  const phase = useClock((now) => phaseOf(meeting, now))
  const card = useFocusFallback<HTMLDivElement>(meeting.status)
  const { title, lines } = statusText(meeting, { viewerId, timeZone, phase, moment })
  return (
    <div ref={card} tabIndex={-1}>
      <Card title={title}>
        <div aria-live="polite">
          <Stack gap={2}>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
            {meeting.status === 'scheduled' && phase !== 'over' && <Countdown meeting={meeting} />}
          </Stack>
        </div>
        {meeting.slots.length > 0 && <Votes meeting={meeting} viewerId={viewerId} />}
        {meeting.status === 'scheduled' && phase !== 'over' && (
          <Joining meeting={meeting} canJoin={phase !== 'ahead'} />
        )}
        {meeting.actions.includes('confirm') && <Confirmation meeting={meeting} viewerId={viewerId} />}
      </Card>
    </div>
  )
}

function Countdown({ meeting: { startsAt = '' } }: Pick<MeetingProps, 'meeting'>) {
  const text = useClock((now) =>
    Date.parse(startsAt) > now ? `Starts ${formatRelative(startsAt, now)}.` : '',
  )
  // It changes all the time, which nobody wants to hear.
  return text && <p aria-live="off">{text}</p>
}

const Joining = ({ meeting: { id, joinUrl }, canJoin }: { meeting: MeetingDetails; canJoin: boolean }) => (
  <>
    <div className={patterns.actions}>
      {joinUrl && canJoin && (
        <LinkButton to={joinUrl} target="_blank" rel="noreferrer">
          Join online
        </LinkButton>
      )}
      <LinkButton variant="secondary" to={meetingUrl(id, 'calendar.ics')} reloadDocument download>
        Add to calendar
      </LinkButton>
    </div>
    {joinUrl && !canJoin && (
      <p className={patterns.muted}>The join link appears here 15 minutes before the start.</p>
    )}
  </>
)

function Confirmation({ meeting, viewerId }: MeetingProps) {
  const { run, isRunning } = useCommand(meeting.id)
  const mine = meeting.participants.find(({ member }) => member.id === viewerId)?.confirmed
  const answer = (held: boolean) =>
    run({
      path: ['confirm'],
      body: { held },
      done: held ? 'You confirmed that you met.' : 'You answered that it didn’t happen.',
    })
  const busy = isRunning('confirm') && 'Saving…'
  if (mine !== undefined)
    return (
      <div>
        <Button variant="secondary" busy={busy} onClick={() => answer(!mine)}>
          {mine ? 'It didn’t happen after all' : 'We met after all'}
        </Button>
      </div>
    )
  return (
    <div className={patterns.actions}>
      <Button busy={busy} onClick={() => answer(true)}>
        Yes, we met
      </Button>
      {!busy && (
        <Button variant="secondary" onClick={() => answer(false)}>
          It didn’t happen
        </Button>
      )}
    </div>
  )
}
