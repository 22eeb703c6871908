import type { SettingsChange, SettingsOf } from '#shared/community-settings.ts'
import { SETTINGS_LIMITS } from '#shared/community-rules.ts'
import type { Form } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldGroup } from '#client/ui/FieldGroup.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import { History } from './History.tsx'
import { SectionForm } from './SectionForm.tsx'
import styles from './settings.module.css'

type Value = SettingsOf<'industries'>

interface Row {
  /** What it is called now; undefined for a new one. */
  was?: string
  name: string
}

interface Values {
  rows: readonly Row[]
  /** Removed ones. */
  removed: readonly { from: string; to: string }[]
}

const valuesOf = ({ names }: Value, typed?: Values): Values =>
  typed ?? { rows: names.map((name) => ({ was: name, name })), removed: [] }

const namesOf = ({ rows }: Values) => rows.map(({ name }) => name.trim()).filter(Boolean)

/** Members of an industry that has another name now follow it. */
function valueOf(values: Values, before: Value): Value {
  const names = namesOf(values)
  const renamed = values.rows.flatMap(({ was, name }) =>
    was !== undefined && was !== name.trim() ? [{ from: was, to: name.trim() }] : [],
  )
  const moves = [...renamed, ...values.removed]
  const left = before.names.filter((name) => !names.includes(name))
  return { names, moves: left.map((from) => ({ from, to: targetOf(moves, from, names) })) }
}

const targetOf = (moves: Value['moves'], from: string, names: readonly string[]) => {
  const to = moves.find((move) => move.from === from)?.to ?? ''
  return names.includes(to) ? to : ''
}

export const IndustriesSection = () => (
  <Stack gap={8}>
    <SectionForm<'industries', Values>
      section="industries"
      title="Industries"
      lead="Members pick one of these. Renaming updates their profiles."
      labels={{ names: 'Industries', moves: 'Where members go', rows: 'Industries', removed: 'Removed' }}
      valuesOf={valuesOf}
      valueOf={valueOf}
      check={check}
    >
      {(form) => <Fields form={form} />}
    </SectionForm>
    <History
      section="industries"
      describe={describe}
      restored={(value, change, present) => restoredOf(value, change, present)}
    />
  </Stack>
)

function Fields({ form }: { form: Form<Values> }) {
  const { rows, removed } = form.values
  const names = namesOf(form.values)
  const setRow = (index: number, name: string) =>
    form.set(
      'rows',
      rows.map((row, at) => (at === index ? { ...row, name } : row)),
    )
  function remove(index: number) {
    const { was } = rows[index]!
    form.setAll({
      rows: rows.filter((_, at) => at !== index),
      removed: was === undefined ? removed : [...removed, { from: was, to: '' }],
    })
  }
  const keep = (from: string) =>
    form.setAll({
      rows: [...rows, { was: from, name: from }],
      removed: removed.filter((move) => move.from !== from),
    })
  return (
    <>
      {form.errors['names'] && <Notice tone="danger">{form.errors['names']}</Notice>}
      {form.errors['moves'] && <Notice tone="danger">{form.errors['moves']}</Notice>}
      {rows.map(({ was, name }, index) => (
        // A new one has no name yet.
        <div key={was ?? `new ${index}`} className={styles.row}>
          <TextField
            name={`rows.${index}`}
            label={`Industry ${index + 1}`}
            value={name}
            error={form.errors[`rows.${index}`]}
            maxLength={SETTINGS_LIMITS.industry}
            onChange={(value) => setRow(index, value)}
          />
          <Button
            variant="quiet"
            aria-label={`Remove ${name || 'this industry'}`}
            onClick={() => remove(index)}
          >
            Remove
          </Button>
        </div>
      ))}
      {rows.length < SETTINGS_LIMITS.industries && (
        <div>
          <Button variant="secondary" onClick={() => form.set('rows', [...rows, { name: '' }])}>
            Add industry
          </Button>
        </div>
      )}
      {removed.length > 0 && (
        <FieldGroup legend="Removed" hint="Choose which industry their members get.">
          {removed.map(({ from, to }) => (
            <div key={from} className={styles.row}>
              <SelectField
                name={`removed.${from}`}
                label={`Members in ${from}`}
                value={to}
                options={[
                  { value: '', label: 'No industry' },
                  ...names.map((name) => ({ value: name, label: name })),
                ]}
                onChange={(value) =>
                  form.set(
                    'removed',
                    removed.map((move) => (move.from === from ? { from, to: value } : move)),
                  )
                }
              />
              <Button variant="quiet" aria-label={`Keep ${from}`} onClick={() => keep(from)}>
                Keep
              </Button>
            </div>
          ))}
        </FieldGroup>
      )}
    </>
  )
}

function check(values: Values) {
  const errors: Record<string, string> = {}
  const names = values.rows.map(({ name }) => name.trim().toLowerCase())
  values.rows.forEach(({ was, name }, index) => {
    if (was !== undefined && !name.trim()) errors[`rows.${index}`] = 'Enter a name, or remove this industry.'
    else if (name.trim() && names.indexOf(name.trim().toLowerCase()) < index)
      errors[`rows.${index}`] = 'This industry is in the list already.'
  })
  return errors
}

function describe({ names, moves }: Value) {
  const changes = moves.map(({ from, to }) => (to ? `${from} → ${to}` : `without ${from}`))
  return [`${names.length} industries`, ...changes].join(' · ')
}

/** Members follow back what the change had moved. */
function restoredOf({ names }: Value, { after }: SettingsChange<'industries'>, present: Value): Value {
  const back = after.moves.map(({ from, to }) => ({ from: to, to: from }))
  const left = present.names.filter((name) => !names.includes(name))
  return { names, moves: left.map((from) => ({ from, to: targetOf(back, from, names) })) }
}
