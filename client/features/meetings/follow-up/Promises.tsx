import { useState } from 'react'

import type { MeetingPromise } from '#shared/meeting-follow-up.ts'
import { MEETING_LIMITS } from '#shared/meeting-rules.ts'
import { ReasonDialog } from '#client/features/meetings/details/ReasonDialog.tsx'
import { useCommand, useSend } from '#client/features/meetings/details/use-send.ts'
import { capitalise, referTo } from '#client/features/meetings/people.ts'
import type { MeetingProps } from '#client/features/meetings/props.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { dayAt } from '#client/lib/time/when.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import patterns from '#client/ui/patterns.module.css'
import { useToast } from '#client/ui/toast.ts'

import styles from './follow-up.module.css'
import { promiseActions } from './permissions.ts'
import { promiseBadge } from './promise-badge.ts'
import { PromiseForm } from './PromiseForm.tsx'

export function Promises({ meeting, viewerId }: MeetingProps) {
  const [open, setOpen] = useState(false)
  const { promises } = meeting
  const canAdd = meeting.actions.includes('followUp') && promises.length < MEETING_LIMITS.promises
  const list = useFocusFallback<HTMLDivElement>(JSON.stringify(promises))
  return (
    <Card
      title="Promises"
      actions={
        canAdd && (
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Add promise
          </Button>
        )
      }
    >
      <div ref={list} tabIndex={-1}>
        {promises.length === 0 && (
          <p className={patterns.muted}>
            What you do for each other next, and by when. We remind you before it’s due.
          </p>
        )}
        <ul className={patterns.ruled}>
          {promises.map((promise) => (
            <li key={promise.id}>
              <PromiseEntry meeting={meeting} viewerId={viewerId} promise={promise} />
            </li>
          ))}
        </ul>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title="Add promise">
        <PromiseForm meeting={meeting} viewerId={viewerId} onClose={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

const DROP_LABELS = {
  question: 'Drop this promise?',
  consequence: 'The person you promised it to sees why.',
  button: 'Drop promise',
  busy: 'Dropping…',
} as const

function PromiseEntry({ meeting, viewerId, promise }: MeetingProps & { promise: MeetingPromise }) {
  const { run, isRunning } = useCommand(meeting.id)
  const send = useSend(meeting.id)
  const toast = useToast()
  const [dropping, setDropping] = useState(false)
  const zone = useViewerZone()
  const today = useClock((now) => dayAt(new Date(now).toISOString(), zone))
  const actions = promiseActions(meeting, promise, viewerId)
  const { id, text, owner, to, dueOn, reason } = promise
  const path = ['promises', id]
  const drop = async (why: string) => {
    await send({ path: [...path, 'drop'], body: { reason: why } })
    setDropping(false)
    toast('Promise dropped.', { tone: 'success' })
  }
  const button = (command: 'done' | 'reopen' | 'confirm', label: string, done: string) =>
    actions.includes(command) && (
      <Button
        variant={command === 'reopen' ? 'quiet' : 'primary'}
        busy={isRunning(...path, command) && 'Saving…'}
        aria-label={`${label}: ${text}`}
        onClick={() => run({ path: [...path, command], done })}
      >
        {label}
      </Button>
    )
  const { tone, label } = promiseBadge(promise, today)
  return (
    <div className={styles.entry}>
      <p className={styles.text}>
        <strong>{text}</strong>
      </p>
      <p className={styles.facts}>
        <span>
          {capitalise(referTo(meeting, owner, viewerId))} promised {referTo(meeting, to, viewerId)} by{' '}
          <time dateTime={dueOn}>{formatOn(dueOn)}</time>
        </span>
        <Badge tone={tone}>{label}</Badge>
      </p>
      {reason && <p className={patterns.muted}>“{reason}”</p>}
      {actions.length > 0 && (
        <div className={patterns.actions}>
          {button('done', 'Mark as done', 'Promise marked as done.')}
          {button('confirm', 'Confirm', 'Promise confirmed.')}
          {button('reopen', 'Reopen', 'Promise reopened.')}
          {actions.includes('drop') && (
            <Button variant="quiet" aria-label={`Drop: ${text}`} onClick={() => setDropping(true)}>
              Drop…
            </Button>
          )}
        </div>
      )}
      <ReasonDialog
        labels={dropping ? DROP_LABELS : undefined}
        onClose={() => setDropping(false)}
        onSubmit={drop}
      />
    </div>
  )
}
