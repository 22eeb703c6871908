import { hash } from 'node:crypto'

import { expect, test } from 'vitest'

import { views } from '#server/collections.ts'

/** Revision of each view, and a hash of its rows of the sample documents. */
const RECORDED: Readonly<Record<string, string>> = {
  activity: '1 EODLOdnswX0',
  announcement: '1 BcDap41dWjk',
  auditEntry: '1 8wPGHUeXY2k',
  block: '1 3F_6PT6bKQO',
  connection: '1 l9c9V5SgAeu',
  dismissal: '1 evBrpNcASSy',
  discussionChoice: '1 o1BXWOqYgti',
  discussionPost: '1 WwywX5fSAb3',
  email: '1 EBX0OsLPebf',
  errorGroup: '1 UsY6WLoSc7y',
  event: '1 H3w0aiXxAoL',
  feedback: '1 CfAYjW6QEsL',
  invitation: '1 7kfNfXtulMj',
  meetAgainChoice: '1 OTOevCEaS6G',
  meeting: '1 jCY5-iLG93g',
  introduction: '1 xV0VVASxLO8',
  notification: '1 mYtnGE4KVwP',
  person: '2 JK-xh8YvvVL',
  prestigeEntry: '1 nr4TGCvSV13',
  prestigeSharing: '1 qrc4GPQu8EN',
  prestigeTier: '1 T980BMsnORA',
  pushSubscription: '1 qudVNWdsqmS',
  recap: '1 khwvoMaqQH8',
  reminder: '1 7O4XFDrsURD',
  report: '1 yMW9oFwQlIh',
  eventPageViews: '1 ejgHt47YapG',
  groupMessage: '1 tKYO1h9_ovm',
  eventAnswer: '1 D0SmaI6t6ZN',
  rsvp: '1 m0Afj631BqT',
  eventInvitation: '1 GaIzO_yfURL',
}

/** The parts of JSON Schema that collections use, from which samples are made. */
interface Schema {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  patternProperties?: Readonly<Record<string, Schema>>
}

/**
 * Each variant takes other values of enumerations and other sides of alternatives; odd ones omit everything
 * optional.
 */
const VARIANTS = 12

test.each(views.map((view) => [view.name, view] as const))(
  'the rows of %s are those that are recorded for its revision',
  (name, view) => {
    const rows = Array.from({ length: VARIANTS }, (_, variant) =>
      view.rowsOf(sampleOf(view.of.schema as Schema, 'id', variant)),
    )
    const found = `${view.revision} ${hash('sha256', JSON.stringify(rows), 'base64url').slice(0, 11)}`
    expect(
      found,
      `The same documents lead to other rows of ${name}. Stored views would stay as they are: raise \`revision\` in its view.ts (unless its tables changed too), then record '${found}' here once it has another revision.`,
    ).toBe(RECORDED[name])
  },
)

function sampleOf(schema: Schema, name: string, variant: number): unknown {
  const { type, anyOf, items, properties, required = [], patternProperties } = schema
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[variant % schema.enum.length]
  if (anyOf) return sampleOf(anyOf[variant % anyOf.length]!, name, variant)
  if (properties) {
    // Times are always present, because some states require theirs.
    const present = Object.entries(properties).filter(
      ([key]) => variant % 2 === 0 || required.includes(key) || key.endsWith('At'),
    )
    return Object.fromEntries(present.map(([key, part]) => [key, sampleOf(part, key, variant)]))
  }
  if (patternProperties)
    return { [textOf(name, variant)]: sampleOf(Object.values(patternProperties)[0]!, name, variant) }
  // Members of a pair differ.
  if (items) return [sampleOf(items, `${name}-1`, variant), sampleOf(items, `${name}-2`, variant)]
  if (type === 'boolean') return variant % 4 < 2
  if (type === 'integer' || type === 'number') return variant + 1
  return type === 'null' ? null : textOf(name, variant)
}

function textOf(name: string, variant: number) {
  if (/(?:^at|At|Since|Until|^from|^to|^start|^end)$/.test(name))
    return `2026-03-${10 + variant}T12:00:00.000Z`
  if (/(?:On|^day|^date)$/.test(name)) return `2026-03-${10 + variant}`
  return name === 'timeZone' ? 'Europe/London' : `${name} Ünal ${variant}`
}
