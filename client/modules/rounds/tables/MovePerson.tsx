import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/rounds/messages.ts'
import type { TablePerson, TablePlan } from '#shared/rounds/tables.ts'
import { useToast } from '#client/lib/toast.ts'
import type { PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { useForm } from '#client/ui/form/use-form.ts'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { useTableChange } from './queries.ts'

interface Props {
  event: PanelProps['event']
  plan: TablePlan
  round: number
  /** Undefined while nobody is being moved. */
  person: TablePerson | undefined
  onClose: () => void
}

/** Moves one person to another table in one round. */
export function MovePerson({ event, plan, round, person, onClose }: Props) {
  const toast = useToast()
  const change = useTableChange(event.id, plan.version)
  const name = person?.member.displayName ?? ''
  const form = useForm({
    initial: { table: `${person?.tables[round - 1] ?? 0}` },
    async submit({ table }) {
      const member = person?.member.id ?? ''
      await change({ kind: 'move', member, move: { round, table: Number(table) } })
      toast(m.tablesMoved({ name }), { tone: 'success' })
      onClose()
    },
  })
  const options = Array.from({ length: plan.tables }, (_, at) => ({
    value: `${at + 1}`,
    label: m.tablesTable({ table: at + 1 }),
  }))
  return (
    <Dialog open={person !== undefined} onClose={onClose} title={m.tablesMoveTitle({ name })}>
      <form {...form.props}>
        <Stack gap={4}>
          <SelectField
            {...form.field('table')}
            label={m.tablesMoveTo({ round })}
            options={[...options, { value: '0', label: m.tablesWithoutSeat() }]}
          />
          <FormEnd form={form} onCancel={onClose} submit={words.save()} busy={words.saving()} />
        </Stack>
      </form>
    </Dialog>
  )
}
