import * as m from '#shared/events/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { RosterEntry, RosterPage } from '#shared/programme/roster.ts'
import { request } from '#client/lib/request.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { useNewDraft } from '#client/ui/form/use-new-draft.ts'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import { ReasonDialog } from '#client/ui/overlays/ReasonDialog.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useToast } from '#client/lib/toast.ts'

import { type EntryCommand, isFullFor, useRosterCommand } from './commands.ts'

interface Props {
  event: EventDetails
  entry: RosterEntry
  counts: RosterPage['counts']
  onClose: () => void
}

/** Stays open when the person is no longer listed, so that a refusal can be read. */
export function EntryDialog({ command, ...props }: Props & { command: EntryCommand }) {
  const { displayName } = props.entry.member
  if (command === 'remove') return <RemovalDialog {...props} />
  if (command === 'promote') return <PromotionDialog {...props} />
  if (command === 'decline') return <DeclineDialog {...props} />
  return (
    <Dialog open onClose={props.onClose} title={m.rosterMessageTitle({ name: displayName })}>
      <MessageForm {...props} />
    </Dialog>
  )
}

function RemovalDialog({ event, entry: { member, version }, onClose }: Props) {
  const run = useRosterCommand()
  const toast = useToast()
  return (
    <ReasonDialog
      labels={{
        question: m.rosterRemoveQuestion({ name: member.displayName }),
        consequence: m.rosterRemoveText(),
        hint: m.rosterReads({ name: member.displayName }),
        button: words.remove(),
        busy: words.removing(),
        tone: 'danger',
      }}
      draft={`remove:${event.id}:${member.id}`}
      limits={EVENT_LIMITS.reason}
      onClose={onClose}
      onSubmit={async (reason) => {
        await run(
          request('POST /api/events/:eventId/roster/:memberId/removal', {
            params: { eventId: event.id, memberId: member.id },
            body: { reason },
            ifMatch: version,
          }),
        )
        toast(m.rosterRemoved({ name: member.displayName }), { tone: 'success' })
        onClose()
      }}
    />
  )
}

/** Declines with a note, without one, or without a notification. */
function DeclineDialog({ event, entry: { member, version }, onClose }: Props) {
  const { displayName } = member
  const run = useRosterCommand()
  const toast = useToast()
  const form = useForm({
    initial: { note: '', silent: false },
    draft: `decline:${event.id}:${member.id}`,
    async submit({ note, silent }) {
      await run(
        request('POST /api/events/:eventId/roster/:memberId/decline', {
          params: { eventId: event.id, memberId: member.id },
          body: silent ? { silent } : { note },
          ifMatch: version,
        }),
      )
      toast(m.rosterDeclined({ name: displayName }), { tone: 'success' })
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={m.rosterDeclineQuestion({ name: displayName })}>
      <form {...form.props}>
        <Stack gap={4}>
          <p>{m.rosterDeclineText()}</p>
          {!form.values.silent && (
            <TextField
              {...form.field('note')}
              label={m.rosterDeclineNote()}
              hint={m.rosterReads({ name: displayName })}
              optional
              multiline
              rows={3}
              maxLength={EVENT_LIMITS.declineNote}
            />
          )}
          <CheckboxField
            label={m.rosterDeclineSilent()}
            name="silent"
            hint={m.rosterDeclineSilentHint()}
            checked={form.values.silent}
            onChange={(silent) => form.set('silent', silent)}
          />
          <FormEnd form={form} onCancel={onClose} submit={m.rosterDecline()} busy={m.rosterDeclining()} />
        </Stack>
      </form>
    </Dialog>
  )
}

function PromotionDialog({ event, entry, counts, onClose }: Props) {
  const { member, version, guests, position = 1 } = entry
  const run = useRosterCommand()
  const toast = useToast()
  const aboveLimit = isFullFor(event, counts, 1 + guests)
  return (
    <ReasonDialog
      labels={{
        question: m.rosterPromoteQuestion({ name: member.displayName }),
        consequence: aboveLimit && m.rosterPromoteAbove({ limit: event.capacity ?? 0 }),
        hint:
          position > 1 ? m.rosterPromoteReasonAhead({ name: member.displayName }) : m.rosterPromoteReason(),
        button: aboveLimit ? m.rosterPromoteAboveNow() : m.rosterPromote(),
        busy: words.saving(),
      }}
      draft={`promote:${event.id}:${member.id}`}
      limits={EVENT_LIMITS.reason}
      onClose={onClose}
      onSubmit={async (reason) => {
        await run(
          request('POST /api/events/:eventId/roster/:memberId/promotion', {
            params: { eventId: event.id, memberId: member.id },
            body: { reason, aboveLimit },
            ifMatch: version,
          }),
        )
        toast(m.rosterAdded({ state: 'going', name: member.displayName }), { tone: 'success' })
        onClose()
      }}
    />
  )
}

/** Sending again after a lost response sends no second message. */
function MessageForm({ event, entry: { member }, onClose }: Props) {
  const toast = useToast()
  const { form } = useNewDraft({
    initial: { text: '' },
    draft: `message:${event.id}:${member.id}`,
    check: ({ text }) => (text.trim() ? {} : { text: m.messagesRule() }),
    create: ({ text }, idempotencyKey) =>
      request('POST /api/events/:eventId/roster/:memberId/messages', {
        idempotencyKey,
        params: { eventId: event.id, memberId: member.id },
        body: { text },
      }),
    onCreated() {
      toast(m.rosterMessageSent({ name: member.displayName }), { tone: 'success' })
      onClose()
    },
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <TextField
          {...form.field('text')}
          label={m.messagesText()}
          hint={m.rosterMessageHint()}
          multiline
          rows={5}
          maxLength={EVENT_LIMITS.message}
        />
        <FormEnd form={form} onCancel={onClose} submit={m.deskMessageSend()} busy={words.sending()} />
      </Stack>
    </form>
  )
}
