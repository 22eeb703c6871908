import type { MeetingKind } from '#shared/meetings/rules.ts'

import type { SeedContext } from './context.ts'
import { CALL } from './event-plans.ts'
import { meetingCommands, type MeetingPlan, type Result } from './meeting-commands.ts'
import { idOf, MARA, TOMAS } from './people.ts'

interface Held extends Result, Pick<MeetingPlan, 'place' | 'joinUrl' | 'agenda'> {
  purpose: string
  kind: MeetingKind
  hour?: number
}

const BAKERY = 'The bakery, Rua da Boavista'

/** Mara’s meetings by the name of the other and days ago: one short of Silver. */
const HELD: readonly (readonly [name: string, daysAgo: number, meeting: Held])[] = [
  [
    'Teresa Vilar',
    105,
    {
      purpose: 'Half a year in an empty shop, before a lease',
      kind: 'referral',
      place: 'Rua do Almada 12, Porto',
      outcome: { kind: 'referral', from: MARA, note: 'A chocolatier who has taken the window' },
    },
  ],
  [
    'Beatriz Nunes',
    95,
    {
      purpose: 'A poster for the shop door, in one colour',
      kind: 'advice',
      place: 'Oficina Nunes',
      thanks: { from: idOf('Beatriz Nunes'), text: 'The bread was gone before the ink was dry.' },
    },
  ],
  [
    'Catarina Lobo',
    85,
    {
      purpose: 'Salt: how little is enough',
      kind: 'advice',
      place: BAKERY,
      notes: 'Half the salt, twice the time. Nobody on the ward noticed on the first day.',
      promise: { owner: MARA, text: 'Bake ten loaves with half the salt, and write down what people say' },
    },
  ],
  [
    'Jürg Näf',
    78,
    {
      purpose: 'Which farms still grow the old rye',
      kind: 'referral',
      joinUrl: CALL,
      outcome: { kind: 'referral', from: MARA, note: 'Two farms near Braga that try his sensors' },
    },
  ],
  [
    'Siobhán O’Brien',
    68,
    {
      purpose: 'A novel about a baker who cannot sleep',
      kind: 'referral',
      joinUrl: CALL,
      outcome: { kind: 'referral', from: MARA, note: 'A café that sells books, and has ordered thirty' },
    },
  ],
  [
    'Amara Nwosu',
    52,
    {
      purpose: 'Saying a price without an apology',
      kind: 'mentoring',
      joinUrl: CALL,
      promise: { owner: MARA, text: 'Say the new price to three customers, out loud' },
    },
  ],
  [
    'Marcus Bell',
    45,
    {
      purpose: 'Children in a bakery, and what they may touch',
      kind: 'advice',
      joinUrl: CALL,
      hour: 14,
      promise: { owner: MARA, text: 'Send the drawing of the low counter' },
    },
  ],
  [
    'Karl-Heinz Straßer',
    30,
    {
      purpose: 'Goat cheese and rye on one board',
      kind: 'introduction',
      joinUrl: CALL,
      outcome: { kind: 'business', from: MARA, note: 'Sixty loaves a week for the farm shop' },
    },
  ],
  [
    'Tomás Okafor',
    24,
    {
      purpose: 'What to put above the door of a second bakery',
      kind: 'advice',
      place: BAKERY,
      agenda: ['What people look for first', 'Where they turn around', 'What it costs'],
      notes: 'One word above the door, and an arrow at the corner. Hours go on the glass, not on the sign.',
    },
  ],
]

/** Seeds held meetings, with notes, outcomes, thanks and promises in every state. */
export async function seedHeldMeetings(context: SeedContext, breakfast: string) {
  const { at, services } = context
  const { meetings } = services.meetings
  const { on, date, hold, promise } = meetingCommands(context)
  const ids = new Map<string, string>()
  for (const [name, daysAgo, { purpose, kind, place = '', joinUrl = '', agenda = [], ...result }] of HELD) {
    const plan = { by: MARA, with: [idOf(name)], purpose, kind, place, joinUrl, agenda }
    ids.set(name, await hold(daysAgo, plan, result))
  }
  const meetingWith = (name: string) => ids.get(name) ?? ''

  const ze = idOf('Zé Moura')
  const cafe = await hold(
    6,
    {
      by: MARA,
      with: [ze],
      purpose: 'What Zé would do differently with a second site',
      kind: 'advice',
      place: 'Moura Café, the table by the oven',
      agenda: ['The lease', 'Who opens when you are at the other one', 'The first hundred days'],
      source: { kind: 'event', id: breakfast },
    },
    {
      hour: 15,
      notes: 'Open the second one when the first runs for a week without you. Not a day before.',
      promise: { owner: MARA, text: 'Bake the rolls for the first morning of the second café' },
      thanks: { from: ze, text: 'Forty people, forty rolls, and you stayed to sweep. Thank you.' },
    },
  )
  await at(on(-5, 7), () =>
    meetings.commands.recordOutcome(MARA, cafe, {
      kind: 'advice',
      from: ze,
      to: MARA,
      note: 'Which lease not to sign',
    }),
  )
  const prices = 'Send the prices for two hundred rolls a day'
  await promise(on(-5, 10), cafe, { owner: MARA, to: ze, text: prices, dueOn: date(1) })
  const lease = 'Copy the page of the lease that I would not sign again'
  await promise(on(-5, 11), cafe, { owner: ze, to: MARA, text: lease, dueOn: date(3) })

  const signs = meetingWith('Tomás Okafor')
  for (const [kind, note] of [
    ['advice', 'One word is enough'],
    ['introduction', 'The man who lights half of Porto’s shop windows'],
  ] as const) {
    await at(on(-23, 9), () =>
      meetings.commands.recordOutcome(MARA, signs, { kind, from: TOMAS, to: MARA, note }),
    )
  }
  const sketches = 'Send Mara three sketches of the sign'
  await promise(on(-23, 10), signs, { owner: TOMAS, to: MARA, text: sketches, dueOn: date(5) })
  const door = 'Count for a week how many people ask where the door is'
  await promise(on(-23, 11), signs, { owner: MARA, to: TOMAS, text: door, dueOn: date(9) })
  const arrow = 'You drew the arrow that I had needed for six years.'
  await at(on(-22, 9), () => meetings.commands.thank(MARA, signs, { to: TOMAS, text: arrow }))

  const board = meetingWith('Karl-Heinz Straßer')
  const goats = idOf('Karl-Heinz Straßer')
  const rye = 'Send a loaf of the rye that does not like to travel'
  await promise(on(-29, 10), board, { owner: MARA, to: goats, text: rye, dueOn: date(-2) })
  const cheeses = 'Send six cheeses to taste with the rye'
  const sent = await promise(on(-29, 11), board, { owner: goats, to: MARA, text: cheeses, dueOn: date(-4) })
  await at(on(-3, 16), () => meetings.commands.keepPromise(goats, board, sent))

  const price = meetingWith('Amara Nwosu')
  const amara = idOf('Amara Nwosu')
  const page = 'Read her page on discounts, and mark what I do wrong'
  const read = await promise(on(-14, 9), price, { owner: MARA, to: amara, text: page, dueOn: date(-1) })
  await at(on(-2, 21), () => meetings.commands.keepPromise(MARA, price, read))
  const hotel = { from: amara, to: MARA, note: 'The buyer of a hotel in Bath, who likes dark bread' }
  await at(on(-2, 10), () =>
    meetings.commands.recordOutcome(amara, price, { ...hotel, kind: 'introduction' }),
  )

  const farms = meetingWith('Jürg Näf')
  const boxes = { owner: MARA, to: idOf('Jürg Näf'), text: 'Try the soil sensor in the herb boxes' }
  const dropped = await promise(on(-76, 9), farms, { ...boxes, dueOn: date(-60) })
  const reason = 'The boxes went to a school, with all their soil.'
  await at(on(-62, 9), () => meetings.commands.dropPromise(MARA, farms, dropped, reason))
}
