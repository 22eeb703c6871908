import { useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/meetings/messages.ts'
import type { MeetingPromise } from '#shared/meetings/follow-up.ts'
import { MEETING_LIMITS } from '#shared/meetings/rules.ts'
import { meetingCommands, useSend } from '#client/modules/meetings/meetings/use-send.ts'
import { doneFor } from '#client/modules/meetings/meetings/people.ts'
import type { MeetingProps } from '#client/modules/meetings/meetings/props.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { dayAt } from '#client/lib/time/when.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { request } from '#client/lib/request.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'
import { ReasonDialog } from '#client/ui/overlays/ReasonDialog.tsx'
import { useToast } from '#client/lib/toast.ts'

import styles from './follow-up.module.css'
import { promiseActions } from './permissions.ts'
import { promiseBadge } from './promise-badge.ts'
import { PromiseForm } from './PromiseForm.tsx'

export function Promises({ meeting, viewerId }: MeetingProps) {
  const [open, setOpen] = useState(false)
  const { promises } = meeting
  const canAdd = meeting.actions.includes('followUp') && promises.length < MEETING_LIMITS.promises
  return (
    <Card
      title={m.promisesTitle()}
      actions={
        canAdd && (
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {m.promiseAdd()}
          </Button>
        )
      }
    >
      <div>
        {promises.length === 0 && <p className={patterns.muted}>{m.promisesNone()}</p>}
        <ul className={patterns.ruled}>
          {promises.map((promise) => (
            <li key={promise.id}>
              <PromiseEntry meeting={meeting} viewerId={viewerId} promise={promise} />
            </li>
          ))}
        </ul>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.promiseAdd()}>
        <PromiseForm meeting={meeting} viewerId={viewerId} onClose={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

const dropLabels = () => ({
  question: m.promiseDropQuestion(),
  consequence: m.promiseDropText(),
  hint: m.reasonHint(),
  button: m.promiseDrop(),
  busy: m.promiseDropping(),
})

type PromiseChange = 'done' | 'reopen' | 'confirm'

const CHANGE_LABELS = {
  done: { label: m.promiseMark, full: m.promiseMarkOne, done: m.promiseMarked },
  confirm: { label: m.confirm, full: m.promiseConfirmOne, done: m.promiseConfirmed },
  reopen: { label: m.promiseReopen, full: m.promiseReopenOne, done: m.promiseReopened },
} as const

function PromiseEntry({ meeting, viewerId, promise }: MeetingProps & { promise: MeetingPromise }) {
  const send = useSend(meeting.id)
  const toast = useToast()
  const [dropping, setDropping] = useState(false)
  const zone = useViewerZone()
  const today = useClock((now) => dayAt(new Date(now).toISOString(), zone))
  const actions = promiseActions(meeting, promise, viewerId)
  const { id, text, owner, to, dueOn, reason } = promise
  const params = { meetingId: meeting.id, promiseId: id }
  const change = useCommand({
    mutationKey: meetingCommands(meeting.id),
    command: (name: PromiseChange) =>
      send(request(`POST /api/meetings/:meetingId/promises/:promiseId/${name}`, { params })),
    done: (_, name) => CHANGE_LABELS[name].done(),
  })
  const drop = async (why: string) => {
    await send(
      request('POST /api/meetings/:meetingId/promises/:promiseId/drop', { params, body: { reason: why } }),
    )
    setDropping(false)
    toast(m.promiseDropDone(), { tone: 'success' })
  }
  const button = (name: PromiseChange) =>
    actions.includes(name) && (
      <Button
        variant={name === 'reopen' ? 'quiet' : 'primary'}
        busy={change.running === name && words.saving()}
        aria-label={CHANGE_LABELS[name].full({ promise: text })}
        onClick={() => change.run(name)}
      >
        {CHANGE_LABELS[name].label()}
      </Button>
    )
  const { tone, label } = promiseBadge(promise, today)
  return (
    <div className={styles.entry}>
      <p className={patterns.asTyped}>
        <strong>{text}</strong>
      </p>
      <p className={patterns.actions}>
        <span>
          {rich(
            m.promiseSentence({
              ...doneFor(meeting, { from: owner, to }, viewerId),
              date: <time dateTime={dueOn}>{formatOn(dueOn)}</time>,
            }),
          )}
        </span>
        <Badge tone={tone}>{label}</Badge>
      </p>
      {reason && <p className={patterns.muted}>“{reason}”</p>}
      {actions.length > 0 && (
        <div className={patterns.actions}>
          {button('done')}
          {button('confirm')}
          {button('reopen')}
          {actions.includes('drop') && (
            <Button
              variant="quiet"
              aria-label={m.promiseDropOne({ promise: text })}
              onClick={() => setDropping(true)}
            >
              {m.promiseDropMenu()}
            </Button>
          )}
        </div>
      )}
      <ReasonDialog
        labels={dropping ? dropLabels() : undefined}
        draft={`drop:${id}`}
        limits={{ min: 1, max: MEETING_LIMITS.reason }}
        onClose={() => setDropping(false)}
        onSubmit={drop}
      />
    </div>
  )
}
