import { useState } from 'react'

import { formatNumber } from '#shared/lib/language/numbers.ts'
import * as m from '#shared/rounds/messages.ts'
import { SEATED, TABLE_LIMITS } from '#shared/rounds/rules.ts'
import type { TableDeal, TablePlan } from '#shared/rounds/tables.ts'
import { useToast } from '#client/lib/toast.ts'
import type { PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { FieldRow } from '#client/ui/form/FieldGroup.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useForm } from '#client/ui/form/use-form.ts'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Submit } from '#client/ui/form/Submit.tsx'

import { useTableChange } from './queries.ts'
import { TableGroups } from './TableGroups.tsx'

interface Props {
  event: PanelProps['event']
  plan: TablePlan
}

const numbers = ({ min, max }: { min: number; max: number }) =>
  Array.from({ length: max - min + 1 }, (_, at) => ({ value: `${min + at}`, label: formatNumber(min + at) }))

const { size: SIZE } = TABLE_LIMITS
const sizesIn = (text: string) => (text.match(/\d+/g) ?? []).map(Number)
const isValid = (sizes: readonly number[]) =>
  sizes.length <= TABLE_LIMITS.sizes && sizes.every((size) => size >= SIZE.min && size <= SIZE.max)

const isGroup = (ids: readonly string[]) => ids.length > 1

/** Rounds, sizes, and who sits together or apart; seats people by them. */
export function TableSettings({ event, plan }: Props) {
  const { version, rounds, size, sizes = [], together, apart } = plan
  const isNew = version === 0
  const toast = useToast()
  const change = useTableChange(event.id, version)
  const [isAsking, setAsking] = useState(false)
  const form = useForm<Omit<TableDeal, 'sizes'> & { sizes: string }>({
    initial: { rounds, size, sizes: sizes.join(', '), together, apart, who: 'going', keep: !isNew },
    check: (sent) => (isValid(sizesIn(sent.sizes)) ? {} : { sizes: m.tablesRuleSizes(SIZE) }),
    async submit({ together: some, apart: others, sizes: sent, ...deal }) {
      const groups = { together: some.filter(isGroup), apart: others.filter(isGroup) }
      const [first, ...more] = sizesIn(sent)
      const given = first === undefined ? undefined : [first, ...more]
      await change({ kind: 'deal', deal: { ...deal, ...groups, sizes: given } })
      toast(m.tablesSeated(), { tone: 'success' })
    },
  })
  const { values, set } = form
  return (
    <Card title={m.tablesSettings()}>
      <form {...form.props} className={patterns.form}>
        <FieldRow>
          <SelectField
            name="rounds"
            label={m.rounds()}
            value={`${values.rounds}`}
            options={numbers(TABLE_LIMITS.rounds)}
            onChange={(value) => set('rounds', Number(value))}
          />
          <SelectField
            name="size"
            label={m.tablesSize()}
            value={`${values.size}`}
            options={numbers(TABLE_LIMITS.size)}
            onChange={(value) => set('size', Number(value))}
          />
        </FieldRow>
        <TextField
          name="sizes"
          label={m.tablesSizes()}
          hint={m.tablesSizesHint()}
          optional
          inputMode="text"
          autoComplete="off"
          value={values.sizes}
          error={form.errors['sizes']}
          onChange={(value) => set('sizes', value)}
        />
        <SelectField
          name="who"
          label={m.tablesWho()}
          value={values.who}
          options={SEATED.map((who) => ({ value: who, label: m.tablesWhoName({ who }) }))}
          onChange={(who) => set('who', who)}
        />
        <TableGroups
          kind="together"
          people={plan.people}
          groups={values.together}
          error={form.errors['together']}
          onChange={(groups) => set('together', groups)}
        />
        <TableGroups
          kind="apart"
          people={plan.people}
          groups={values.apart}
          error={form.errors['apart']}
          onChange={(groups) => set('apart', groups)}
        />
        <Submit form={form} label={isNew ? m.tablesCreate() : m.tablesUpdate()} busy={m.tablesSeating()}>
          {!isNew && (
            <Button variant="secondary" onClick={() => setAsking(true)}>
              {m.tablesAnew()}
            </Button>
          )}
        </Submit>
        {!isNew && <p className={patterns.small}>{m.tablesUpdateHint()}</p>}
      </form>
      <ConfirmDialog
        open={isAsking}
        title={m.tablesAnew()}
        confirm={m.tablesAnew()}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void form.send({ ...values, keep: false })
        }}
      >
        <p>{m.tablesAnewText()}</p>
      </ConfirmDialog>
    </Card>
  )
}
