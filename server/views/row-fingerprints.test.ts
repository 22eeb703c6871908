import { hash } from 'node:crypto'

import { expect, test } from 'vitest'

import { views } from '#server/collections.ts'

/** By view: its revision, and a hash of the rows of the sample documents. */
const RECORDED: Readonly<Record<string, string>> = {
  activity: '1 sevmmv6kjYN',
  announcement: '1 BcDap41dWjk',
  auditEntry: '1 8wPGHUeXY2k',
  block: '1 3F_6PT6bKQO',
  connection: '1 l9c9V5SgAeu',
  dismissal: '1 evBrpNcASSy',
  errorGroup: '1 UsY6WLoSc7y',
  event: '1 Vw4ggbT0xCu',
  invitation: '1 7kfNfXtulMj',
  meetAgainChoice: '1 OTOevCEaS6G',
  meeting: '1 qrHp6OgMGsU',
  memberIntroduction: '1 3ZP52Kcd_Mu',
  notification: '1 CZ_kZ2rZYQS',
  person: '2 JK-xh8YvvVL',
  prestigeSharing: '1 qrc4GPQu8EN',
  prestigeTier: '1 T980BMsnORA',
  pushSubscription: '1 qudVNWdsqmS',
  reminder: '1 7O4XFDrsURD',
  report: '1 Fm8XhVEK11z',
  rsvp: '1 oagOf0t_2Iu',
}

/** What the samples are made from: the parts of JSON Schema that collections use. */
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

/** Each takes other values of enumerations and other sides of alternatives; odd ones have nothing that is optional. */
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
    // Times stay, because some states cannot be without theirs.
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
