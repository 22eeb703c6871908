import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { formatList } from '#shared/lib/lists.ts'
import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { DisputedEntry } from '#shared/prestige/schema.ts'
import { DISPUTE_DECISIONS, type DisputeDecision, PRESTIGE_LIMITS } from '#shared/prestige/rules.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { useForm } from '#client/ui/form/use-form.ts'
import { rich } from '#client/ui/rich.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useToast } from '#client/lib/toast.ts'

import { openDisputes, useDecision } from './prestige-queries.ts'

export function Disputes() {
  const list = useSuspenseInfiniteQuery(openDisputes)
  return (
    <Stack gap={3}>
      <h2>{m.disputesTitle()}</h2>
      {list.data.length === 0 && <p className={patterns.muted}>{m.disputesNone()}</p>}
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
        {m.disputesPoints({ points, name: member.displayName })}
        {'\u00A0· '}
        <DateOf at={at} />
        {'\u00A0· '}
        {m.disputesConfirmed({ names: formatList(confirmedBy.map(({ displayName }) => displayName)) })}
      </p>
      {disputes.map((dispute) => (
        <p key={dispute.by.id}>
          {rich(
            m.disputesReason({
              name: dispute.by.displayName,
              date: <DateOf at={dispute.at} />,
              reason: <q>{dispute.reason}</q>,
            }),
          )}
        </p>
      ))}
      {decidable ? (
        <div className={patterns.actions}>
          <Button
            variant="secondary"
            aria-label={m.disputesDecideEntry({ sentence })}
            onClick={() => setOpen(true)}
          >
            {m.disputesDecide()}
          </Button>
        </div>
      ) : (
        <p className={patterns.muted}>{m.disputesOwn()}</p>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={m.disputesDecideTitle()}>
        <DecisionForm entry={entry} onClose={() => setOpen(false)} />
      </Dialog>
    </Stack>
  )
}

const outcomes = () =>
  DISPUTE_DECISIONS.map((outcome) => ({
    value: outcome,
    label: m.disputesOutcomeName({ outcome }),
    hint: m.disputesOutcomeHint({ outcome }),
  }))
const { min, max } = PRESTIGE_LIMITS.reason

function DecisionForm({ entry, onClose }: { entry: DisputedEntry; onClose: () => void }) {
  const decision = useDecision(entry.id)
  const toast = useToast()
  const form = useForm<{ outcome: DisputeDecision | ''; reason: string }>({
    initial: { outcome: '', reason: '' },
    draft: `dispute-decision:${entry.id}`,
    check: ({ outcome, reason }) => ({
      outcome: outcome ? undefined : m.decisionRule(),
      reason: reason.trim().length < min ? words.reasonRule({ min }) : undefined,
    }),
    async submit({ outcome, reason }) {
      if (!outcome) return
      await decision.mutateAsync({ outcome, reason: reason.trim() })
      toast(m.decisionSaved(), { tone: 'success' })
      onClose()
    },
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <p>
          <strong>{entry.sentence}</strong>
        </p>
        <RadioCards {...form.field('outcome')} label={m.reportsDecision()} options={outcomes()} />
        <TextField
          {...form.field('reason')}
          label={words.reason()}
          hint={m.disputesReasonHint()}
          multiline
          rows={3}
          maxLength={max}
        />
        <FormEnd
          form={form}
          onCancel={onClose}
          submit={m.disputesButton({ outcome: form.values.outcome })}
          busy={words.saving()}
        />
      </Stack>
    </form>
  )
}
