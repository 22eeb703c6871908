import { useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/rounds/messages.ts'
import { ROUND_LIMITS } from '#shared/rounds/rules.ts'
import type { MemberRound, OptIn, OwnOptIn } from '#shared/rounds/schema.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { joinRound, leaveRound, useRoundsChanged } from './queries.ts'

/** A round that the member can join with one press. The topic can follow. */
export function RoundCard({ round }: { round: MemberRound }) {
  const { id, title, size, optInUntil, isOpen, own, hasOptedOut } = round
  const changed = useRoundsChanged()
  const date = formatMoment(optInUntil, useViewerZone())
  const [isEditing, setEditing] = useState(false)
  const join = useCommand<unknown, OptIn>({
    command: (optIn) => joinRound(id, optIn),
    onSuccess: changed,
    done: m.joined(),
  })
  const send = (optIn: OptIn) => {
    setEditing(own === undefined)
    join.run(optIn)
  }
  const leave = useCommand({ command: () => leaveRound(id), onSuccess: changed, done: m.optedOut() })
  const box = useFocusFallback<HTMLDivElement>(own ? 'in' : 'out')
  return (
    <Card title={title}>
      <div ref={box} tabIndex={-1}>
        {own ? (
          <Stack gap={4}>
            <p>{isOpen ? m.isIn({ date }) : m.isMatching()}</p>
            {own.topic !== '' && !isEditing && <p>{m.ownTopic({ topic: own.topic })}</p>}
            {isOpen && isEditing && (
              <Topic key={`${own.topic} ${own.every}`} own={own} onSave={send} isBusy={join.isPending} />
            )}
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
              <Button busy={join.isPending && m.join()} onClick={() => send({ topic: '' })}>
                {m.join()}
              </Button>
            </div>
          </Stack>
        )}
      </div>
    </Card>
  )
}

interface TopicProps {
  own: OwnOptIn
  isBusy: boolean
  onSave: (optIn: OwnOptIn) => void
}

function Topic({ own, isBusy, onSave }: TopicProps) {
  const [draft, setDraft] = useState(own)
  return (
    <form
      className={patterns.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSave(draft)
      }}
    >
      <TextField
        name="topic"
        label={m.topic()}
        hint={m.topicHint()}
        value={draft.topic}
        maxLength={ROUND_LIMITS.topic}
        onChange={(topic) => setDraft({ ...draft, topic })}
        optional
      />
      <CheckboxField
        label={m.every()}
        checked={draft.every}
        onChange={(every) => setDraft({ ...draft, every })}
      />
      <div className={patterns.actions}>
        <Button type="submit" variant="secondary" busy={isBusy && words.saving()}>
          {words.save()}
        </Button>
      </div>
    </form>
  )
}
