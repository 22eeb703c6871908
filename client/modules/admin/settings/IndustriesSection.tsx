import * as common from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { SettingsChange, SettingsOf } from '#shared/community/settings.ts'
import { SETTINGS_LIMITS } from '#shared/community/rules.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { dotted } from '#client/ui/text/dotted.ts'

import { History } from './History.tsx'
import { SectionForm } from './SectionForm.tsx'
import styles from './settings.module.css'

type Value = SettingsOf<'industries'>

interface Row {
  /** Its saved name; undefined for a new one. */
  was?: string
  name: string
  /** Search words as they are typed. */
  words: string
}

interface Values {
  rows: readonly Row[]
  /** Removed names with their replacements, and with their search words for `Keep`. */
  removed: readonly { from: string; to: string; words: string }[]
}

const valuesOf = (value: Value, typed?: Values): Values =>
  typed ?? {
    rows: value.names.map((name) => ({ was: name, name, words: wordsOf(value, name).join(', ') })),
    removed: [],
  }

const wordsOf = ({ words }: Value, name: string) =>
  words.find(({ industry }) => industry === name)?.words ?? []

const wordsIn = (typed: string) =>
  typed
    .split(/[,;،、]/)
    .map((word) => word.trim())
    .filter(Boolean)

const namesOf = ({ rows }: Values) => rows.map(({ name }) => name.trim()).filter(Boolean)

/** Renaming an industry also moves its members. */
function valueOf(values: Values, before: Value): Value {
  const names = namesOf(values)
  const renamed = values.rows.flatMap(({ was, name }) =>
    was !== undefined && was !== name.trim() ? [{ from: was, to: name.trim() }] : [],
  )
  const moves = [...renamed, ...values.removed]
  const left = before.names.filter((name) => !names.includes(name))
  return {
    names,
    moves: left.map((from) => ({ from, to: targetOf(moves, from, names) })),
    words: values.rows
      .map((row) => ({ industry: row.name.trim(), words: wordsIn(row.words) }))
      .filter(({ industry, words: own }) => industry && own.length > 0),
  }
}

const targetOf = (moves: Value['moves'], from: string, names: readonly string[]) => {
  const to = moves.find((move) => move.from === from)?.to ?? ''
  return names.includes(to) ? to : ''
}

function labels() {
  const names = m.settingsPart({ part: 'industries' })
  return {
    names,
    moves: m.industriesMoves(),
    words: m.industriesWords(),
    rows: names,
    removed: m.industriesRemoved(),
  }
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
  const setRow = (index: number, change: Partial<Row>) =>
    form.set(
      'rows',
      rows.map((row, at) => (at === index ? { ...row, ...change } : row)),
    )
  function remove(index: number) {
    const { was, words: typed } = rows[index]!
    form.setAll({
      rows: rows.filter((_, at) => at !== index),
      removed: was === undefined ? removed : [...removed, { from: was, to: '', words: typed }],
    })
  }
  const keep = (from: string, typed: string) =>
    form.setAll({
      rows: [...rows, { was: from, name: from, words: typed }],
      removed: removed.filter((move) => move.from !== from),
    })
  return (
    <>
      {form.errors['names'] && <Notice tone="danger">{form.errors['names']}</Notice>}
      {form.errors['moves'] && <Notice tone="danger">{form.errors['moves']}</Notice>}
      {rows.map(({ was, name, words: typed }, index) => (
        // A new one has no name yet.
        <div key={was ?? `new ${index}`} className={styles.beside}>
          <div className={styles.row}>
            <TextField
              name={`rows.${index}`}
              label={m.industriesNumber({ number: index + 1 })}
              value={name}
              error={form.errors[`rows.${index}`]}
              maxLength={SETTINGS_LIMITS.industry}
              onChange={(value) => setRow(index, { name: value })}
            />
            <Button
              variant="quiet"
              aria-label={name ? m.industriesRemoveOne({ name }) : m.industriesRemoveThis()}
              onClick={() => remove(index)}
            >
              {common.remove()}
            </Button>
          </div>
          <TextField
            name={`words.${index}`}
            label={m.industriesWordsOf({ number: index + 1 })}
            value={typed}
            error={form.errors[`words.${index}`]}
            onChange={(value) => setRow(index, { words: value })}
          />
        </div>
      ))}
      {rows.length < SETTINGS_LIMITS.industries && (
        <div>
          <Button variant="secondary" onClick={() => form.set('rows', [...rows, { name: '', words: '' }])}>
            {m.industriesAdd()}
          </Button>
        </div>
      )}
      {removed.length > 0 && (
        <FieldGroup legend={m.industriesRemoved()} hint={m.industriesRemovedHint()}>
          {removed.map(({ from, to, words: typed }) => (
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
                    removed.map((move) => (move.from === from ? { ...move, to: value } : move)),
                  )
                }
              />
              <Button
                variant="quiet"
                aria-label={m.industriesKeepOne({ name: from })}
                onClick={() => keep(from, typed)}
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

const { industryWords: MAX_WORDS, industryWord: MAX_WORD } = SETTINGS_LIMITS

function check(values: Values) {
  const errors: Record<string, string> = {}
  const names = values.rows.map(({ name }) => name.trim().toLowerCase())
  values.rows.forEach(({ was, name, words: typed }, index) => {
    const own = wordsIn(typed)
    if (own.length > MAX_WORDS || own.some((word) => word.length > MAX_WORD))
      errors[`words.${index}`] = m.industriesWordsRule({ count: MAX_WORDS, characters: MAX_WORD })
    if (was !== undefined && !name.trim()) errors[`rows.${index}`] = m.industriesNameRule()
    else if (name.trim() && names.indexOf(name.trim().toLowerCase()) < index)
      errors[`rows.${index}`] = m.industriesTwice()
  })
  return errors
}

function describe({ names, moves, words: all }: Value) {
  const count = all.reduce((sum, each) => sum + each.words.length, 0)
  const changes = moves.map(({ from, to }) =>
    to ? m.industriesMoved({ from, to }) : m.industriesWithout({ name: from }),
  )
  const counts = [m.industriesCount({ count: names.length }), count > 0 && m.industriesWordsCount({ count })]
  return dotted([...counts, ...changes])
}

/** Restoring moves members back. */
function restoredOf(
  { names, words: own }: Value,
  { after }: SettingsChange<'industries'>,
  present: Value,
): Value {
  const back = after.moves.map(({ from, to }) => ({ from: to, to: from }))
  const left = present.names.filter((name) => !names.includes(name))
  return { names, moves: left.map((from) => ({ from, to: targetOf(back, from, names) })), words: own }
}
