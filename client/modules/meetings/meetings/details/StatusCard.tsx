import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/meetings/messages.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { JOIN_OPENS } from '#shared/meetings/rules.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import type { MeetingProps } from '#client/modules/meetings/meetings/props.ts'
import { formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useMomentLabel, useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { request } from '#client/lib/request.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { meetingCommands, useSend } from '#client/modules/meetings/meetings/use-send.ts'

import { phaseOf, statusText } from './status.ts'
import { Votes } from './Votes.tsx'

/** The state of the meeting, the next step, and the viewer's commands. */
export function StatusCard({ meeting, viewerId }: MeetingProps) {
  const timeZone = useViewerZone()
  const moment = useMomentLabel()
  const phase = useClock((now) => phaseOf(meeting, now))
  const { title, lines } = statusText(meeting, { viewerId, timeZone, phase, moment })
  return (
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
  )
}

function Countdown({ meeting: { startsAt = '' } }: Pick<MeetingProps, 'meeting'>) {
  const text = useClock((now) =>
    Date.parse(startsAt) > now ? m.scheduledStarts({ time: formatRelative(startsAt, now) }) : '',
  )
  // Not announced: it changes every second.
  return text && <p aria-live="off">{text}</p>
}

const Joining = ({ meeting: { id, joinUrl }, canJoin }: { meeting: MeetingDetails; canJoin: boolean }) => (
  <>
    <div className={patterns.actions}>
      {joinUrl && canJoin && (
        <LinkButton to={joinUrl} target="_blank" rel="noreferrer">
          {m.scheduledJoin()}
        </LinkButton>
      )}
      <LinkButton
        variant="secondary"
        to={`/api/meetings/${encodeURIComponent(id)}/calendar.ics`}
        reloadDocument
        download
      >
        {m.scheduledCalendar()}
      </LinkButton>
    </div>
    {joinUrl && !canJoin && (
      <p className={patterns.muted}>{m.scheduledJoinLater({ minutes: JOIN_OPENS / MINUTE })}</p>
    )}
  </>
)

function Confirmation({ meeting, viewerId }: MeetingProps) {
  const send = useSend(meeting.id)
  const mine = meeting.participants.find(({ member }) => member.id === viewerId)?.confirmed
  const answer = useCommand({
    mutationKey: meetingCommands(meeting.id),
    command: (held: boolean) =>
      send(
        request('POST /api/meetings/:meetingId/confirm', {
          params: { meetingId: meeting.id },
          body: { held },
        }),
      ),
    done: (_, held) => (held ? m.confirmDoneYes() : m.confirmDoneNo()),
  })
  const busy = answer.isPending && words.saving()
  if (mine !== undefined)
    return (
      <div>
        <Button variant="secondary" busy={busy} onClick={() => answer.run(!mine)}>
          {mine ? m.confirmNoNow() : m.confirmYesNow()}
        </Button>
      </div>
    )
  return (
    <div className={patterns.actions}>
      <Button busy={busy} onClick={() => answer.run(true)}>
        {m.confirmYes()}
      </Button>
      {!busy && (
        <Button variant="secondary" onClick={() => answer.run(false)}>
          {m.confirmNo()}
        </Button>
      )}
    </div>
  )
}
