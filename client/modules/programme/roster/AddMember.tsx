import { useState } from 'react'

import * as m from '#shared/events/messages.ts'
import type { RosterPlace, RsvpState } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { RosterPage } from '#shared/programme/roster.ts'
import { PersonPicker } from '#client/modules/people/picker/PersonPicker.tsx'
import { ProblemError } from '#client/lib/request-errors.ts'
import { request } from '#client/lib/request.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { useToast } from '#client/lib/toast.ts'

import { type Candidate, isFullFor, rosterCandidates, useRosterCommand } from './commands.ts'

interface Props {
  event: EventDetails
  counts: RosterPage['counts']
}

export function AddMember(props: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {m.rosterAddMenu()}
      </Button>
      <Dialog open={isOpen} onClose={close} title={m.rosterAddTitle()}>
        <AddForm {...props} onClose={close} />
      </Dialog>
    </>
  )
}

const places = (): readonly { value: RosterPlace; label: string; hint: string }[] => [
  {
    value: 'waitlist',
    label: m.rosterAddWaitlist(),
    hint: m.rosterAddWaitlistHint(),
  },
  {
    value: 'aboveLimit',
    label: m.rosterAddAbove(),
    hint: m.rosterAddAboveHint(),
  },
]

function AddForm({ event, counts, onClose }: Props & { onClose: () => void }) {
  const run = useRosterCommand()
  const toast = useToast()
  const [chosen, setChosen] = useState<Candidate>()
  const [wasFull, setWasFull] = useState(false)
  const isFull = wasFull || isFullFor(event, counts) || counts.waitlisted > 0
  const form = useForm<{ member: string; place: RosterPlace | '' }>({
    initial: { member: '', place: '' },
    check: ({ member, place }) => ({
      member:
        chosen?.state && REFUSED.has(chosen.state)
          ? m.rosterAddRefused({ state: chosen.state })
          : member
            ? undefined
            : m.rosterAddRule(),
      place: isFull && !place ? m.rosterAddPlaceRule() : undefined,
    }),
    async submit({ member, place }) {
      const { state } = await run(
        request('POST /api/events/:eventId/roster/:memberId/addition', {
          params: { eventId: event.id, memberId: member },
          body: { place: place || 'seat' },
          ifMatch: chosen?.version ?? 0,
        }),
      )
      const name = chosen?.displayName ?? ''
      toast(m.rosterAdded({ state, name }), { tone: 'success' })
      onClose()
    },
    explain(error) {
      // Someone else got the last seat meanwhile.
      if (error instanceof ProblemError && error.code === 'event_full') setWasFull(true)
      return undefined
    },
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <PersonPicker
          label={m.rosterAddMember()}
          hint={m.rosterAddSearch()}
          name="member"
          source={rosterCandidates(event.id)}
          value={chosen}
          error={form.errors['member']}
          onChange={(candidate) => {
            setChosen(candidate)
            form.set('member', candidate?.id ?? '')
          }}
        />
        {isFull && <RadioCards {...form.field('place')} label={m.rosterAddFull()} options={places()} />}
        <p className={patterns.muted}>{m.rosterAddText()}</p>
        <FormEnd form={form} onCancel={onClose} submit={m.rosterAdd()} busy={m.rosterAdding()} />
      </Stack>
    </form>
  )
}

/** RSVPs for which the roster has commands of its own. */
const REFUSED: ReadonlySet<RsvpState> = new Set(['going', 'requested', 'waitlisted'])
