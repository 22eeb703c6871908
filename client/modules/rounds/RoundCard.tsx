import { useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/rounds/messages.ts'
import { ROUND_LIMITS } from '#shared/rounds/rules.ts'
import type { MemberRound, OwnOptIn } from '#shared/rounds/schema.ts'
import { hasDraft } from '#client/lib/storage/drafts.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { useToast } from '#client/lib/toast.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { Submit } from '#client/ui/form/Submit.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useForm } from '#client/ui/form/use-form.ts'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { joinRound, leaveRound, useRoundsChanged } from './queries.ts'

/** A round that the member can join with one press. The topic can follow. */
export function RoundCard({ round }: { round: MemberRound }) {
  const { id, title, size, optInUntil, isOpen, own, hasOptedOut } = round
  const changed = useRoundsChanged()
  const date = formatMoment(optInUntil, useViewerZone())
  const [isEditing, setEditing] = useState(() => hasDraft(topicDraft(id)))
  const join = useCommand({
    command: () => joinRound(id, { topic: '' }),
    onSuccess: () => {
      setEditing(true)
      return changed()
    },
    done: m.joined(),
  })
  const leave = useCommand({ command: () => leaveRound(id), onSuccess: changed, done: m.optedOut() })
  return (
    <Card title={title}>
      {own ? (
        <Stack gap={4}>
          <p>{isOpen ? m.isIn({ date }) : m.isMatching()}</p>
          {own.topic !== '' && !isEditing && <p>{m.ownTopic({ topic: own.topic })}</p>}
          {isOpen && isEditing && <Topic roundId={id} own={own} onDone={() => setEditing(false)} />}
          <div className={patterns.actions}>
            {isOpen && !isEditing && (
              <Button variant="secondary" onClick={() => setEditing(true)}>
                {own.topic === '' ? m.addTopic() : m.changeTopic()}
              </Button>
            )}
            <Button variant="quiet" onClick={() => leave.run()}>
              {m.optOut()}
            </Button>
          </div>
        </Stack>
      ) : (
        <Stack gap={3}>
          {hasOptedOut && <p>{m.optedOut()}</p>}
          <p>{m.cardText({ size, date })}</p>
          <div className={patterns.actions}>
            <Button busy={join.isPending && m.join()} onClick={() => join.run()}>
              {m.join()}
            </Button>
          </div>
        </Stack>
      )}
    </Card>
  )
}

const topicDraft = (roundId: string) => `round-topic:${roundId}`

interface TopicProps {
  roundId: string
  own: OwnOptIn
  onDone: () => void
}

function Topic({ roundId, own, onDone }: TopicProps) {
  const changed = useRoundsChanged()
  const toast = useToast()
  const form = useForm({
    initial: own,
    draft: topicDraft(roundId),
    async submit(optIn) {
      await joinRound(roundId, optIn)
      await changed()
      toast(words.saved(), { tone: 'success' })
      onDone()
    },
  })
  return (
    <form {...form.props} className={patterns.form}>
      <TextField
        {...form.field('topic')}
        label={m.topic()}
        hint={m.topicHint()}
        maxLength={ROUND_LIMITS.topic}
        optional
      />
      <CheckboxField
        label={m.every()}
        checked={form.values.every}
        onChange={(every) => form.set('every', every)}
      />
      <Submit form={form} label={words.save()} variant="secondary" />
    </form>
  )
}
