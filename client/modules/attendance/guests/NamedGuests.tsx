import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'

import { GUEST_LIMITS } from '#shared/attendance/guest-rules.ts'
import type { NamedGuest } from '#shared/attendance/guests.ts'
import * as m from '#shared/events/messages.ts'
import { rsvpsCloseAt } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import * as words from '#shared/lib/messages.ts'
import { loadedAnew } from '#client/lib/live-query.ts'
import { request } from '#client/lib/request.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { useForm } from '#client/ui/form/use-form.ts'
import { TextField } from '#client/ui/form/TextField.tsx'
import { Person } from '#client/ui/people/Person.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { useToast } from '#client/lib/toast.ts'
import { Submit } from '#client/ui/form/Submit.tsx'
import { routeQuery } from '#client/lib/route-query.ts'

import { wrongGuest } from './checks.ts'

const namedGuests = (eventId: string) =>
  queryOptions({
    ...routeQuery(['events', 'guests', eventId], 'GET /api/events/:eventId/guests', { params: { eventId } }),
    throwOnError: false,
    ...loadedAnew,
  })

/** The guests without an account whom a member who goes brings to an event. */
export function NamedGuests({ event }: { event: EventDetails }) {
  const { data } = useQuery(namedGuests(event.id))
  const guests = data?.items ?? []
  const isOpen = useClock((now) => now < rsvpsCloseAt(event))
  if (!isOpen && guests.length === 0) return null
  return (
    <Card title={m.guestsOwn()}>
      <p className={patterns.muted}>
        {m.guestsOwnText({ count: GUEST_LIMITS.named, guests: event.guestsMax })}
      </p>
      {guests.map((guest) => (
        <OwnGuest key={guest.id} event={event} guest={guest} />
      ))}
      {isOpen && guests.length < GUEST_LIMITS.named && <Invite event={event} />}
    </Card>
  )
}

function OwnGuest({ event, guest }: { event: EventDetails; guest: NamedGuest }) {
  const cache = useQueryClient()
  const toast = useToast()
  const { run, isPending } = useCommand({
    command: () =>
      request('DELETE /api/events/:eventId/guests/:guestId', {
        params: { eventId: event.id, guestId: guest.id },
      }),
    onSuccess: () => toast(m.guestsWithdrawnToast({ name: guest.name }), { tone: 'success' }),
    onSettled: () => cache.invalidateQueries({ queryKey: namedGuests(event.id).queryKey }),
  })
  return (
    <div className={patterns.actions}>
      <Person name={guest.name} lines={[guest.email]} />
      <Badge tone={guest.state === 'going' ? 'accent' : 'neutral'}>
        {m.guestsOwnState({ state: guest.state })}
      </Badge>
      {guest.state === 'invited' && (
        <span>
          <Button variant="quiet" busy={isPending && words.saving()} onClick={() => run()}>
            {m.withdraw()}
          </Button>
        </span>
      )}
    </div>
  )
}

function Invite({ event }: { event: EventDetails }) {
  const cache = useQueryClient()
  const toast = useToast()
  const form = useForm({
    initial: { name: '', email: '' },
    draft: `guest ${event.id}`,
    check: wrongGuest,
    async submit({ name, email }) {
      const params = { eventId: event.id }
      await request('POST /api/events/:eventId/guests', { params, body: { name, email: email.trim() } })
      toast(m.guestsInvited({ name }), { tone: 'success' })
      form.discard()
      await cache.invalidateQueries({ queryKey: namedGuests(event.id).queryKey })
    },
  })
  return (
    <form {...form.props} className={patterns.form}>
      <TextField {...form.field('name')} label={m.name()} maxLength={GUEST_LIMITS.name.max} required />
      <TextField
        {...form.field('email')}
        label={m.guestsEmail()}
        hint={m.guestsEmailHint()}
        type="email"
        maxLength={GUEST_LIMITS.email}
        required
      />
      <Submit form={form} label={m.guestsInvite()} busy={words.sending()} variant="secondary" wide />
    </form>
  )
}
