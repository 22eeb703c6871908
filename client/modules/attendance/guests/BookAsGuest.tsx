import { useEffect, useRef, useState } from 'react'

import { GUEST_LIMITS } from '#shared/attendance/guest-rules.ts'
import * as m from '#shared/events/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { request } from '#client/lib/request.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { TextField } from '#client/ui/form/TextField.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Submit } from '#client/ui/form/Submit.tsx'

import { wrongGuest } from './checks.ts'

/** RSVPs to a public event without an account: a link comes by email, and the seat is held after the click there. */
export function BookAsGuest({ eventId }: { eventId: string }) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    initial: { name: '', email: '' },
    draft: `booking ${eventId}`,
    check: wrongGuest,
    async submit({ name, email }) {
      const params = { eventId }
      await request('POST /api/public-events/:eventId/guests', {
        params,
        body: { name, email: email.trim() },
      })
      setSentTo(email.trim())
    },
  })
  const box = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    const next = sentTo === undefined ? box.current?.querySelector('input') : box.current
    next?.focus()
  }, [sentTo])
  if (sentTo !== undefined)
    return (
      <div ref={box} tabIndex={-1}>
        <Notice tone="success" title={m.guestsBooked()}>
          {m.guestsBookedText({ email: sentTo })}
        </Notice>
      </div>
    )
  return (
    <div ref={box}>
      <form {...form.props} className={patterns.form}>
        <p className={patterns.muted}>{m.guestsBookLead()}</p>
        <TextField
          {...form.field('name')}
          label={m.name()}
          maxLength={GUEST_LIMITS.name.max}
          autoComplete="name"
          required
        />
        <TextField
          {...form.field('email')}
          label={m.guestsEmail()}
          type="email"
          maxLength={GUEST_LIMITS.email}
          autoComplete="email"
          required
        />
        <Submit form={form} label={m.guestsBook()} busy={words.sending()} wide />
      </form>
    </div>
  )
}
