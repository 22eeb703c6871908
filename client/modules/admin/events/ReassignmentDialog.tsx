import { useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { AdminEventRow } from '#shared/admin/events.ts'
import { PersonPicker } from '#client/modules/people/picker/PersonPicker.tsx'
import type { PersonChoice } from '#client/modules/people/picker/source.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { useToast } from '#client/lib/toast.ts'

import { ORGANISERS, useReassignment } from './queries.ts'

interface Props {
  event: AdminEventRow
  onClose: () => void
}

export const ReassignmentDialog = (props: Props) => (
  <Dialog open onClose={props.onClose} title={m.reassignTitle()}>
    <ReassignmentForm {...props} />
  </Dialog>
)

function ReassignmentForm({ event, onClose }: Props) {
  const { mutateAsync } = useReassignment(event)
  const toast = useToast()
  const [chosen, setChosen] = useState<PersonChoice>()
  const form = useForm({
    initial: { organiser: '' },
    check: ({ organiser }) => (organiser ? {} : { organiser: m.reassignRule() }),
    async submit({ organiser }) {
      await mutateAsync(organiser)
      toast(chosen ? m.reassignDone({ name: chosen.displayName }) : m.reassignDoneSomeone(), {
        tone: 'success',
      })
      onClose()
    },
  })
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <p>{m.reassignText({ title: event.title, name: event.organiser.displayName })}</p>
        <PersonPicker
          label={m.eventsOrganiser()}
          hint={m.reassignHint()}
          name="organiser"
          source={ORGANISERS}
          value={chosen}
          except={[event.organiser]}
          error={form.errors['organiser']}
          onChange={(person) => {
            setChosen(person)
            form.set('organiser', person?.id ?? '')
          }}
        />
        <FormEnd form={form} onCancel={onClose} submit={m.reassignButton()} busy={words.saving()} />
      </Stack>
    </form>
  )
}
