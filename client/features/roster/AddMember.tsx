import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { RosterPlace, RsvpState } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import type { RosterCandidate, RosterPage } from '#shared/roster.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Combobox } from '#client/ui/Combobox.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { useToast } from '#client/ui/toast.ts'

import { isFullFor, rosterCandidates, useRosterCommand } from './commands.ts'
import { FILTER_NAMES } from './labels.ts'

interface Props {
  event: EventDetails
  counts: RosterPage['counts']
}

export function AddMember(props: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add member…</Button>
      <Dialog open={isOpen} onClose={close} title="Add a member">
        <AddForm {...props} onClose={close} />
      </Dialog>
    </>
  )
}

const PLACES: readonly { value: RosterPlace; label: string; hint: string }[] = [
  {
    value: 'waitlist',
    label: 'Add to the waitlist',
    hint: 'They join at the end.',
  },
  {
    value: 'aboveLimit',
    label: 'Add over capacity',
    hint: 'They get a seat now, although the event is full.',
  },
]

function AddForm({ event, counts, onClose }: Props & { onClose: () => void }) {
  const run = useRosterCommand(event)
  const toast = useToast()
  const [chosen, setChosen] = useState<RosterCandidate>()
  const [wasFull, setWasFull] = useState(false)
  const isFull = wasFull || isFullFor(event, counts) || counts.waitlisted > 0
  const form = useForm({
    initial: { member: '', place: '' as RosterPlace | '' },
    check: ({ member, place }) => ({
      ...(member ? {} : { member: 'Choose a member.' }),
      ...(chosen?.state && REFUSALS[chosen.state] && { member: REFUSALS[chosen.state]! }),
      ...(isFull && !place && { place: 'Choose where to add them.' }),
    }),
    async submit({ member, place }) {
      const target = { memberId: member, version: chosen?.version ?? 0 }
      const { state } = await run('addition', target, { place: place || 'seat' })
      const name = chosen?.member.displayName ?? ''
      toast(state === 'waitlisted' ? `${name} is on the waitlist.` : `${name} is going.`, { tone: 'success' })
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
        <MemberChoice
          eventId={event.id}
          chosen={chosen}
          error={form.errors['member']}
          onChoose={(candidate) => {
            setChosen(candidate)
            form.set('member', candidate?.member.id ?? '')
          }}
        />
        {isFull && (
          <RadioCards
            {...form.field('place')}
            label="This event is full, or members are waiting"
            options={PLACES}
          />
        )}
        <p className={patterns.muted}>They get a notification, and can still decline.</p>
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div className={patterns.endActions}>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" busy={form.busy && 'Adding…'}>
            Add member
          </Button>
        </div>
      </Stack>
    </form>
  )
}

const REFUSALS: Partial<Record<RsvpState, string>> = {
  going: 'This member is already going.',
  waitlisted: 'This member is on the waitlist. Give them a seat from the roster.',
}

interface ChoiceProps {
  eventId: string
  chosen: RosterCandidate | undefined
  error: string | undefined
  onChoose: (candidate: RosterCandidate | undefined) => void
}

function MemberChoice({ eventId, chosen, error, onChoose }: ChoiceProps) {
  const [text, setText] = useState('')
  const { data, isFetching } = useQuery(rosterCandidates(eventId, text))
  const found = text.length > 1 ? (data?.items ?? []) : []
  const all =
    chosen && !found.some(({ member }) => member.id === chosen.member.id) ? [chosen, ...found] : found
  return (
    <Combobox
      label="Member"
      hint="Search by name or company."
      name="member"
      value={chosen?.member.id ?? ''}
      error={error}
      empty={text.length < 2 ? 'Type at least 2 letters.' : isFetching ? 'Searching…' : 'No matches.'}
      onSearch={(typed) => setText(typed.trim())}
      onChange={(id) => onChoose(all.find(({ member }) => member.id === id))}
      options={all.map(({ member, state }) => ({
        value: member.id,
        label: member.displayName,
        words: [member.company, member.headline].filter(Boolean).join(' '),
        hint: [state && FILTER_NAMES[state], member.company ?? member.headline].filter(Boolean).join(' · '),
      }))}
    />
  )
}
