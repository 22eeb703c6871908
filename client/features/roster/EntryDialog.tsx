import type { ReactNode } from 'react'

import { EVENT_LIMITS, REASON_RULE } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import type { RosterEntry, RosterPage } from '#shared/roster.ts'
import { eventUrl } from '#client/features/events/queries.ts'
import { createOnce } from '#client/lib/create-once.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'

import { type EntryCommand, isFullFor, useRosterCommand } from './commands.ts'

interface Props {
  event: EventDetails
  entry: RosterEntry
  counts: RosterPage['counts']
  onClose: () => void
}

/** Stays open when the person is no longer listed, so that a refusal can be read. */
export function EntryDialog({ command, ...props }: Props & { command: EntryCommand }) {
  const name = props.entry.member.displayName
  const titles: Record<EntryCommand, string> = {
    message: `Message to ${name}`,
    promote: `Give ${name} a seat now?`,
    remove: `Remove ${name}?`,
  }
  return (
    <Dialog open onClose={props.onClose} title={titles[command]}>
      {command === 'message' && <MessageForm {...props} />}
      {command === 'promote' && <PromotionForm {...props} />}
      {command === 'remove' && <RemovalForm {...props} />}
    </Dialog>
  )
}

const checkReason = ({ reason }: { reason: string }) =>
  reason.trim().length < 3 ? { reason: REASON_RULE } : {}

function RemovalForm({ event, entry: { member, version }, onClose }: Props) {
  const run = useRosterCommand(event)
  const toast = useToast()
  const form = useForm({
    initial: { reason: '' },
    check: checkReason,
    async submit({ reason }) {
      await run('removal', { memberId: member.id, version }, { reason: reason.trim() })
      toast(`${member.displayName} is no longer on the roster.`, { tone: 'success' })
      onClose()
    },
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <p>They can’t RSVP again unless you add them. A seat that opens up goes to the waitlist.</p>
        <TextField
          {...form.field('reason')}
          label="Reason"
          hint={`${member.displayName} reads it.`}
          multiline
          rows={3}
          maxLength={EVENT_LIMITS.reason}
        />
        <FormEnd form={form} onClose={onClose} label="Remove" busy="Removing…" tone="danger" />
      </Stack>
    </form>
  )
}

function PromotionForm({ event, entry: { member, version, guests, position = 1 }, counts, onClose }: Props) {
  const run = useRosterCommand(event)
  const toast = useToast()
  const aboveLimit = isFullFor(event, counts, 1 + guests)
  const form = useForm({
    initial: { reason: '' },
    check: checkReason,
    async submit({ reason }) {
      await run('promotion', { memberId: member.id, version }, { reason: reason.trim(), aboveLimit })
      toast(`${member.displayName} is going.`, { tone: 'success' })
      onClose()
    },
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        {aboveLimit && <p>This event is full, so this seat is above its limit of {event.capacity}.</p>}
        <TextField
          {...form.field('reason')}
          label="Reason"
          hint={
            position > 1
              ? `We’ll send this reason to everyone ahead of them, without naming ${member.displayName}.`
              : 'It’s recorded with this change.'
          }
          multiline
          rows={3}
          maxLength={EVENT_LIMITS.reason}
        />
        <FormEnd
          form={form}
          onClose={onClose}
          label={aboveLimit ? 'Give seat above the limit' : 'Give seat'}
          busy="Saving…"
        />
      </Stack>
    </form>
  )
}

/** Sending again after a lost response sends no second message. */
function MessageForm({ event, entry: { member }, onClose }: Props) {
  const toast = useToast()
  const draft = `message:${event.id}:${member.id}`
  const form = useForm({
    initial: { text: '' },
    draft,
    check: ({ text }) => (text.trim() ? {} : { text: 'Write a message.' }),
    async submit({ text }) {
      const url = eventUrl(event.id, 'roster', encodeURIComponent(member.id), 'messages')
      await createOnce<void>(draft, url, { text })
      form.discard()
      toast(`Message sent to ${member.displayName}.`, { tone: 'success' })
      onClose()
    },
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <TextField
          {...form.field('text')}
          label="Message"
          hint="They get it as a notification, and by email if they want one. Only they can read it."
          multiline
          rows={5}
          maxLength={EVENT_LIMITS.message}
        />
        <FormEnd form={form} onClose={onClose} label="Send message" busy="Sending…" />
      </Stack>
    </form>
  )
}

interface EndProps {
  form: { failure: ReactNode; busy: boolean }
  onClose: () => void
  label: string
  busy: string
  tone?: 'danger'
}

const FormEnd = ({ form, onClose, label, busy, tone }: EndProps) => (
  <>
    {form.failure && <Notice tone="danger">{form.failure}</Notice>}
    <div className={patterns.endActions}>
      <Button variant="secondary" onClick={onClose}>
        Not now
      </Button>
      <Button type="submit" variant={tone ?? 'primary'} busy={form.busy && busy}>
        {label}
      </Button>
    </div>
  </>
)
