import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/events/messages.ts'
import type { InvitationResult } from '#shared/attendance/invitations.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { invalidateEvents } from '#client/modules/events/events/queries.ts'
import { PeoplePicker } from '#client/modules/people/picker/PeoplePicker.tsx'
import type { PersonChoice } from '#client/modules/people/picker/source.ts'
import { request } from '#client/lib/request.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'

import styles from './invitations.module.css'
import { earlierEvents, INVITABLE } from './queries.ts'

interface Props {
  event: EventDetails
  onClose: () => void
}

interface Values {
  people: PersonChoice[]
  text: string
  attendeesOf: string
}

/** Limit for people picked by name; a longer list is pasted. */
const MAX_PICKED = 20

/** Invites members by name, attendees of an earlier event, and a pasted list. */
export function InviteForm({ event, onClose }: Props) {
  const cache = useQueryClient()
  const [result, setResult] = useState<InvitationResult>()
  const { data: earlier = [] } = useQuery({ ...earlierEvents, throwOnError: false })
  const form = useForm<Values>({
    initial: { people: [], text: '', attendeesOf: '' },
    draft: `invitations:${event.id}`,
    check: ({ people, text, attendeesOf }): Record<string, string> => {
      if (people.length === 0 && !text.trim() && !attendeesOf) return { people: m.invitationRulePeople() }
      return linesOf(text).length > EVENT_LIMITS.invitations
        ? { text: m.invitationRuleLines({ most: EVENT_LIMITS.invitations }) }
        : {}
    },
    async submit({ people, text, attendeesOf }) {
      const answer = await request('POST /api/events/:eventId/invitations', {
        params: { eventId: event.id },
        body: {
          members: people.map(({ id }) => id),
          lines: linesOf(text),
          attendeesOf: attendeesOf || undefined,
        },
      })
      setResult(answer)
      void invalidateEvents(cache)
    },
  })
  if (result) return <Result result={result} onClose={onClose} />
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <PeoplePicker
          name="people"
          label={m.members()}
          hint={m.invitationMembersHint()}
          chosenLabel={m.invitationMembersChosen()}
          source={INVITABLE}
          people={form.values.people}
          max={MAX_PICKED}
          error={form.errors['people']}
          onChange={(people) => form.set('people', people)}
        />
        {earlier.length > 0 && (
          <SelectField
            label={m.invitationEarlier()}
            name="attendeesOf"
            value={form.values.attendeesOf}
            options={[
              { value: '', label: m.invitationEarlierNone() },
              ...earlier.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            onChange={(attendeesOf) => form.set('attendeesOf', attendeesOf)}
          />
        )}
        <TextField
          {...form.field('text')}
          label={m.invitationLines()}
          hint={m.invitationLinesHint()}
          optional
          multiline
          rows={4}
        />
        <FormEnd form={form} onCancel={onClose} submit={m.invitationSend()} busy={words.sending()} />
      </Stack>
    </form>
  )
}

const linesOf = (text: string) =>
  text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter(Boolean)

function Result({ result, onClose }: { result: InvitationResult; onClose: () => void }) {
  const { unknown, ...counts } = result
  return (
    <Stack gap={4}>
      <Notice tone="success">{m.invitationResult(counts)}</Notice>
      {unknown.length > 0 && (
        <div>
          <p>{m.invitationUnknown({ count: unknown.length })}</p>
          <ul className={styles.unknown}>
            {unknown.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <Button onClick={onClose}>{m.done()}</Button>
      </div>
    </Stack>
  )
}
