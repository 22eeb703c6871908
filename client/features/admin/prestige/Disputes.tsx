import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { DisputedEntry } from '#shared/prestige.ts'
import { type DisputeDecision, PRESTIGE_LIMITS } from '#shared/prestige-rules.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'

import { openDisputes, useDecision } from './prestige-queries.ts'

export function Disputes() {
  const list = useSuspenseInfiniteQuery(openDisputes)
  return (
    <Stack gap={3}>
      <h2>Disputes</h2>
      {list.data.length === 0 && <p className={patterns.muted}>No open disputes.</p>}
      {list.data.map((entry) => (
        <Card key={entry.id} as="article" aria-label={entry.sentence}>
          <DisputeDetails entry={entry} />
        </Card>
      ))}
      <ShowMore {...list} />
    </Stack>
  )
}

function DisputeDetails({ entry }: { entry: DisputedEntry }) {
  const { sentence, points, at, member, confirmedBy, disputes, decidable } = entry
  const [open, setOpen] = useState(false)
  return (
    <Stack gap={2}>
      <h3>{sentence}</h3>
      <p className={patterns.small}>
        {points} points for {member.displayName} · <DateOf at={at} /> · confirmed by{' '}
        {confirmedBy.map(({ displayName }) => displayName).join(', ')}
      </p>
      {disputes.map((dispute) => (
        <p key={dispute.by.id}>
          {dispute.by.displayName}, <DateOf at={dispute.at} />: <q>{dispute.reason}</q>
        </p>
      ))}
      {decidable ? (
        <div className={patterns.actions}>
          <Button variant="secondary" aria-label={`Decide: ${sentence}`} onClick={() => setOpen(true)}>
            Decide
          </Button>
        </div>
      ) : (
        <p className={patterns.muted}>This is your own entry, so another admin has to decide.</p>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title="Decide this dispute">
        <DecisionForm entry={entry} onSent={() => setOpen(false)} />
      </Dialog>
    </Stack>
  )
}

const OUTCOMES: readonly { value: DisputeDecision; label: string; hint: string }[] = [
  { value: 'upheld', label: 'Keep the entry', hint: 'It keeps counting.' },
  {
    value: 'voided',
    label: 'Void the entry',
    hint: 'No longer counts. Stays in the history, marked void.',
  },
]
const BUTTON_LABELS: Record<DisputeDecision | '', string> = {
  '': 'Save decision',
  upheld: 'Keep entry',
  voided: 'Void entry',
}
const { min, max } = PRESTIGE_LIMITS.reason

function DecisionForm({ entry, onSent }: { entry: DisputedEntry; onSent: () => void }) {
  const decision = useDecision(entry.id)
  const toast = useToast()
  const form = useForm({
    initial: { outcome: '' as DisputeDecision | '', reason: '' },
    check: ({ outcome, reason }) => ({
      ...(!outcome && { outcome: 'Choose a decision.' }),
      ...(reason.trim().length < min && { reason: `Enter a reason (at least ${min} characters).` }),
    }),
    async submit({ outcome, reason }) {
      await decision.mutateAsync({ outcome: outcome as DisputeDecision, reason: reason.trim() })
      toast('Decision saved.', { tone: 'success' })
      onSent()
    },
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <p>
          <strong>{entry.sentence}</strong>
        </p>
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <RadioCards {...form.field('outcome')} label="Decision" options={OUTCOMES} />
        <TextField
          {...form.field('reason')}
          label="Reason"
          hint="Everyone involved can see this."
          multiline
          rows={3}
          maxLength={max}
        />
        <div className={patterns.endActions}>
          <Button type="submit" busy={form.busy && 'Saving…'}>
            {BUTTON_LABELS[form.values.outcome]}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
