import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { meetingPath } from '#shared/lib/paths/meetings.ts'
import * as words from '#shared/lib/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { DAY } from '#shared/lib/durations.ts'
import type { Buddies as BuddiesData } from '#shared/rounds/buddies.ts'
import * as m from '#shared/rounds/messages.ts'
import { BUDDY_LIMITS, NEWCOMER_FOR, ROUND_LIMITS } from '#shared/rounds/rules.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Person } from '#client/ui/people/Person.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { askBuddy, buddies, offerBuddy, stopBuddy } from './queries.ts'

/** A newcomer’s buddy or who could be one; for others their offer to be one. */
export function Buddies() {
  const { data } = useSuspenseQuery(buddies)
  if (!data.isNewcomer) return <Offer offer={data.offer} />
  return data.buddy ? <Own {...data.buddy} /> : <Ask {...data} />
}

const Own = ({ member, meeting }: NonNullable<BuddiesData['buddy']>) => (
  <Card title={m.buddyOwn()}>
    <Stack gap={3}>
      <PersonLine member={member} />
      <div className={patterns.actions}>
        <LinkButton variant="secondary" to={meetingPath(meeting)}>
          {m.buddyMeeting()}
        </LinkButton>
      </div>
    </Stack>
  </Card>
)

interface LineProps {
  member: BuddiesData['candidates'][number]['member']
  reason?: string | undefined
}

const PersonLine = ({ member: { id, displayName, photo, headline, company }, reason }: LineProps) => (
  <Person
    name={displayName}
    photo={photo}
    lines={[headline ?? company, reason]}
    to={paths.memberProfile(id)}
  />
)

function useBuddiesChanged() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: buddies.queryKey })
}

function Ask({ candidates }: BuddiesData) {
  const [topic, setTopic] = useState('')
  const onSettled = useBuddiesChanged()
  const ask = useCommand<unknown, LineProps['member']>({
    command: ({ id }) => askBuddy(id, topic),
    // After a refusal, too: someone else may have been faster.
    onSettled,
    done: (_, { displayName }) => m.buddyAsked({ name: displayName }),
  })
  return (
    <Card title={m.buddyAsk()}>
      <Stack gap={4}>
        <p>{candidates.length === 0 ? m.buddyNone() : m.buddyAskText()}</p>
        {candidates.length > 0 && (
          <TextField
            name="buddy-topic"
            label={m.buddyTopic()}
            hint={m.buddyTopicHint()}
            value={topic}
            maxLength={ROUND_LIMITS.topic}
            onChange={setTopic}
            optional
          />
        )}
        <ul className={patterns.ruled}>
          {candidates.map(({ member, match, chapter }) => (
            <li key={member.id}>
              <Stack gap={2}>
                <PersonLine member={member} reason={match ?? (chapter && m.buddyChapter({ chapter }))} />
                <div className={patterns.actions}>
                  <Button
                    variant="secondary"
                    busy={ask.running?.id === member.id && words.sending()}
                    onClick={() => ask.run(member)}
                  >
                    {m.buddyAskPerson({ name: member.displayName })}
                  </Button>
                </div>
              </Stack>
            </li>
          ))}
        </ul>
      </Stack>
    </Card>
  )
}

const MOST = Array.from({ length: BUDDY_LIMITS.most.max }, (_, at) => String(at + 1))

function Offer({ offer }: Pick<BuddiesData, 'offer'>) {
  const onSettled = useBuddiesChanged()
  const save = useCommand<unknown, number>({
    command: (most) => (most === 0 ? stopBuddy() : offerBuddy(most)),
    onSettled,
    done: (_, most) => (most === 0 ? m.buddyStopped() : m.buddySaved()),
  })
  const most = save.running ?? offer?.most ?? 0
  return (
    <Card title={m.buddyOffer()}>
      <Stack gap={3}>
        <p>{m.buddyOfferText({ days: NEWCOMER_FOR / DAY })}</p>
        <CheckboxField
          label={m.buddyOffers()}
          checked={most > 0}
          onChange={(wanted) => save.run(wanted ? BUDDY_LIMITS.usual : 0)}
        />
        {most > 0 && (
          <SelectField
            name="buddy-most"
            label={m.buddyMost()}
            hint={m.buddyCount({ count: offer?.newcomers ?? 0 })}
            value={String(most)}
            options={MOST.map((value) => ({ value, label: value }))}
            onChange={(value) => save.run(Number(value))}
          />
        )}
      </Stack>
    </Card>
  )
}
