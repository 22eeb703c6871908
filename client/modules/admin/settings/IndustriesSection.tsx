import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { SettingsChange, SettingsOf } from '#shared/community/settings.ts'
import { SETTINGS_LIMITS } from '#shared/community/rules.ts'
import type { Form } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'

import { History } from './History.tsx'
import { SectionForm } from './SectionForm.tsx'
import styles from './settings.module.css'

type Value = SettingsOf<'industries'>

interface Row {
  /** Its saved name; undefined for a new one. */
  was?: string
  name: string
}

interface Values {
  rows: readonly Row[]
  /** Removed names with their replacements. */
  removed: readonly { from: string; to: string }[]
}

const valuesOf = ({ names }: Value, typed?: Values): Values =>
  typed ?? { rows: names.map((name) => ({ was: name, name })), removed: [] }

const namesOf = ({ rows }: Values) => rows.map(({ name }) => name.trim()).filter(Boolean)

/** Renaming an industry also moves its members. */
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

function labels() {
  const names = m.settingsPart({ part: 'industries' })
  return { names, moves: m.industriesMoves(), rows: names, removed: m.industriesRemoved() }
}

export const IndustriesSection = () => (
  <Stack gap={8}>
    <SectionForm<'industries', Values>
      section="industries"
      lead={m.industriesLead()}
      labels={labels()}
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
            label={m.industriesNumber({ number: index + 1 })}
            value={name}
            error={form.errors[`rows.${index}`]}
            maxLength={SETTINGS_LIMITS.industry}
            onChange={(value) => setRow(index, value)}
          />
          <Button
            variant="quiet"
            aria-label={name ? m.industriesRemoveOne({ name }) : m.industriesRemoveThis()}
            onClick={() => remove(index)}
          >
            {words.remove()}
          </Button>
        </div>
      ))}
      {rows.length < SETTINGS_LIMITS.industries && (
        <div>
          <Button variant="secondary" onClick={() => form.set('rows', [...rows, { name: '' }])}>
            {m.industriesAdd()}
          </Button>
        </div>
      )}
      {removed.length > 0 && (
        <FieldGroup legend={m.industriesRemoved()} hint={m.industriesRemovedHint()}>
          {removed.map(({ from, to }) => (
            <div key={from} className={styles.row}>
              <SelectField
                name={`removed.${from}`}
                label={m.industriesMembersIn({ name: from })}
                value={to}
                options={[
                  { value: '', label: m.industriesNone() },
                  ...names.map((name) => ({ value: name, label: name })),
                ]}
                onChange={(value) =>
                  form.set(
                    'removed',
                    removed.map((move) => (move.from === from ? { from, to: value } : move)),
                  )
                }
              />
              <Button
                variant="quiet"
                aria-label={m.industriesKeepOne({ name: from })}
                onClick={() => keep(from)}
              >
                {m.industriesKeep()}
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
    if (was !== undefined && !name.trim()) errors[`rows.${index}`] = m.industriesNameRule()
    else if (name.trim() && names.indexOf(name.trim().toLowerCase()) < index)
      errors[`rows.${index}`] = m.industriesTwice()
  })
  return errors
}

function describe({ names, moves }: Value) {
  const changes = moves.map(({ from, to }) =>
    to ? m.industriesMoved({ from, to }) : m.industriesWithout({ name: from }),
  )
  return [m.industriesCount({ count: names.length }), ...changes].join(' · ')
}

/** Restoring moves members back. */
function restoredOf({ names }: Value, { after }: SettingsChange<'industries'>, present: Value): Value {
  const back = after.moves.map(({ from, to }) => ({ from: to, to: from }))
  const left = present.names.filter((name) => !names.includes(name))
  return { names, moves: left.map((from) => ({ from, to: targetOf(back, from, names) })) }
}
