import { useState } from 'react'

import { GUEST_LIMITS, KEPT_AFTER_EVENT } from '#shared/attendance/guest-rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import type { GuestPage } from '#shared/attendance/guests.ts'
import * as m from '#shared/events/messages.ts'
import { answerKey } from '#shared/events/question-rules.ts'
import { MAY_COME } from '#shared/events/rules.ts'
import * as words from '#shared/lib/messages.ts'
import { request } from '#client/lib/request.ts'
import { useToast } from '#client/lib/toast.ts'
import { AskedField, answersTo, type Values } from '#client/modules/attendance/questions/AnswerForm.tsx'
import { Button } from '#client/ui/Button.tsx'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import { useForm } from '#client/ui/form/use-form.ts'
import { TextField } from '#client/ui/form/TextField.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Submit } from '#client/ui/form/Submit.tsx'

import { wrongName } from './checks.ts'

export interface GuestProps {
  page: GuestPage
  link: string
  onPage: (page: GuestPage) => void
}

/** Confirms, changes or cancels the guest's RSVP. */
export function GuestAnswer(props: GuestProps) {
  const { mine, isOpen } = props.page
  const state = mine?.state
  if (mine?.removalReason) return <Notice tone="warning">{mine.removalReason}</Notice>
  if (mine?.requestDeclined) return <Notice tone="info">{mine.declineNote || m.guestsNotAccepted()}</Notice>
  if (!isOpen && !(state && MAY_COME.has(state))) return <Notice tone="info">{m.guestsClosed()}</Notice>
  return (
    <Stack gap={4}>
      {(isOpen || state === 'offered') && <GuestForm {...props} />}
      {state !== 'declined' && <Cancel {...props} />}
    </Stack>
  )
}

const mayCome = ({ mine }: GuestPage) => mine !== undefined && MAY_COME.has(mine.state)

function submitLabel(page: GuestPage) {
  if (page.mine?.state === 'offered') return m.claim()
  return mayCome(page) ? words.save() : m.guestsConfirm()
}

function GuestForm({ page, link, onPage }: GuestProps) {
  const toast = useToast()
  const { asked, initial, editOf, check } = answersTo(page.event.questions, page.answers)
  const form = useForm<{ name: string; answers: Values }>({
    initial: { name: page.name, answers: initial },
    draft: `guest-answer:${link}`,
    check: (typed) => ({ ...wrongName(typed.name), ...check(typed) }),
    async submit(typed) {
      const answers = page.event.questions?.length ? editOf(typed) : undefined
      const body = { link, state: 'going', name: typed.name, answers } as const
      onPage(await request('POST /api/guests/rsvp', { body }))
      if (mayCome(page)) toast(words.saved(), { tone: 'success' })
    },
  })
  return (
    <form {...form.props} className={patterns.form}>
      {!page.mine && <p>{m.guestsConfirmLead()}</p>}
      <TextField
        {...form.field('name')}
        label={m.name()}
        maxLength={GUEST_LIMITS.name.max}
        autoComplete="name"
        required
      />
      {asked.map((one) => (
        <AskedField
          key={answerKey(one.subject)}
          asked={one}
          answers={form.values.answers}
          errors={form.errors}
          onChange={(next) => form.set('answers', next)}
        />
      ))}
      <Submit form={form} label={submitLabel(page)} variant={page.mine ? 'secondary' : 'primary'} wide />
    </form>
  )
}

/** Asks once more, because the seat goes to someone else. */
function Cancel({ page: { mine }, link, onPage }: GuestProps) {
  const [isAsking, setAsking] = useState(false)
  // Asks through a form, which shows progress and failures.
  const form = useForm({
    initial: {},
    submit: async () => {
      const page = await request('POST /api/guests/rsvp', { body: { link, state: 'declined' } })
      setAsking(false)
      onPage(page)
    },
  })
  const label = mine ? m.guestsCancel() : m.guestsDecline()
  return (
    <>
      <div>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {label}
        </Button>
      </div>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title={mine ? m.guestsCancelTitle() : label}>
        <form {...form.props}>
          <Stack gap={4}>
            <p>{mine ? m.guestsCancelText() : m.guestsDeclineText({ days: KEPT_AFTER_EVENT / DAY })}</p>
            <FormEnd
              form={form}
              onCancel={() => setAsking(false)}
              submit={label}
              busy={words.saving()}
              keep={words.close()}
            />
          </Stack>
        </form>
      </Dialog>
    </>
  )
}
