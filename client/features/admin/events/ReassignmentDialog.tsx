import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { AdminEventRow, OrganiserChoice } from '#shared/admin-events.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Combobox } from '#client/ui/Combobox.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { useToast } from '#client/ui/toast.ts'

import { organiserSearch, useReassignment } from './queries.ts'

interface Props {
  event: AdminEventRow
  onClose: () => void
}

export const ReassignmentDialog = (props: Props) => (
  <Dialog open onClose={props.onClose} title="Choose another organiser">
    <ReassignmentForm {...props} />
  </Dialog>
)

function ReassignmentForm({ event, onClose }: Props) {
  const { mutateAsync } = useReassignment(event)
  const toast = useToast()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<OrganiserChoice>()
  const { data, isFetching } = useQuery(organiserSearch(text))
  const found = text ? (data?.items ?? []) : []
  const choices = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  const form = useForm({
    initial: { organiser: '' },
    check: ({ organiser }) => (organiser ? {} : { organiser: 'Choose an organiser.' }),
    async submit({ organiser }) {
      await mutateAsync(organiser)
      toast(`${chosen?.displayName ?? 'Someone else'} now organises this event.`, { tone: 'success' })
      onClose()
    },
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <p>
          {event.title} is organised by {event.organiser.displayName}. Both are notified, and the new
          organiser can edit the event and manage its roster at once.
        </p>
        <Combobox
          label="Organiser"
          hint="Active organisers and admins, by name or email."
          name="organiser"
          value={form.values.organiser}
          error={form.errors['organiser']}
          empty={text === '' ? 'Type a name.' : isFetching ? 'Searching…' : 'No matches.'}
          onSearch={(typed) => setText(typed.trim())}
          onChange={(id) => {
            setChosen(choices.find((choice) => choice.id === id))
            form.set('organiser', id)
          }}
          options={choices
            .filter(({ id }) => id !== event.organiser.id)
            .map(({ id, displayName, email }) => ({
              value: id,
              label: displayName || email,
              ...(displayName && { hint: email }),
              words: email,
            }))}
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div className={patterns.endActions}>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" busy={form.busy && 'Saving…'}>
            Change organiser
          </Button>
        </div>
      </Stack>
    </form>
  )
}
