import { MEETING_KINDS } from '#shared/meetings/rules.ts'

import { connectionCommands } from './connection-commands.ts'
import type { SeedContext } from './context.ts'
import { meetingCommands, type Result } from './meeting-commands.ts'
import { idOf, person } from './people.ts'

/** People whom each member met, one a week, the last one last week. Two meet again after more than 90 days. */
const CIRCLES: Readonly<Record<string, string>> = {
  'Tomás Okafor': `Sofia Antunes, Zé Moura, João Pedro Sá, Anneliese Brühlmann, Teresa Vilar, Kwame Asante,
    Beat Wyss, Leonor Pacheco, Yasmin Haddad, Eleanor Voss, Marcus Bell, Wanjiru Kamau, Dwayne Jackson,
    Filipa Rangel, Thandiwe Dlamini, Sofia Antunes, Zé Moura, João Pedro Sá, Anneliese Brühlmann, Teresa Vilar,
    Kwame Asante, Beat Wyss, Leonor Pacheco, Yasmin Haddad`,
  'Amara Nwosu': `Tom Fletcher-Jones, Anneliese Brühlmann, Sofia Antunes, Urs Frei, Milena Petković,
    Priya Raghunathan, Siobhán O’Brien, Charlotte Mbeki, Rosa Delgado, João Pedro Sá, Hana Kim,
    Oluwaseun Adeyemi, Yasmin Haddad, Mei-Ling Chua, Lucía Fernández, Tom Fletcher-Jones, Anneliese Brühlmann,
    Sofia Antunes, Urs Frei, Milena Petković, Priya Raghunathan, Siobhán O’Brien, Charlotte Mbeki, Rosa Delgado`,
  'Yasmin Haddad': `Oluwaseun Adeyemi, Sofia Antunes, Marcus Bell, Kwame Asante, Graham Pike,
    Françoise D’Amico, Grace Achieng, João Pedro Sá, Zé Moura, Hana Kim, Anneliese Brühlmann, Nadia El-Sayed`,
  'Wanjiru Kamau': `Abdi Hassan, Thandiwe Dlamini, Dwayne Jackson, Amara Nwosu, Tom Fletcher-Jones,
    Miguel Torres, Zoë van der Berg, Reto Cavegn, Nadia El-Sayed, Sofia Antunes, Zé Moura, Arjun Mehta`,
  'Reto Cavegn': `Anneliese Brühlmann, Françoise D’Amico, Seraina Caduff, Catarina Lobo, Graham Pike,
    Miguel Torres, Zoë van der Berg, João Pedro Sá, Sofia Antunes, Urs Frei, Priya Raghunathan, Marcus Bell`,
  'Miguel Torres': 'Beatriz Nunes, Leonor Pacheco, Filipa Rangel, Beat Wyss, Jean-Luc Moreau',
}
const WEEK = 7
/** Days that two are connected before they first meet. */
const ACQUAINTED = 4

const circles = Object.entries(CIRCLES).map(([host, people]) => ({ host, people: people.split(/,\s+/) }))

/** Each circle has its own weekday. */
const daysAgoOf = (circle: number, people: readonly string[], nth: number) =>
  WEEK * (people.length - nth) + circle + 1

export async function seedCircleConnections(context: SeedContext) {
  const { connect } = connectionCommands(context)
  for (const [circle, { host, people }] of circles.entries()) {
    for (const [nth, name] of people.entries()) {
      if (people.indexOf(name) < nth) continue
      await connect(idOf(host), idOf(name), daysAgoOf(circle, people, nth) + ACQUAINTED)
    }
  }
}

/** Seeds enough meetings for members in every tier. */
export async function seedCircleMeetings(context: SeedContext) {
  const { hold } = meetingCommands(context)
  for (const [circle, { host, people }] of circles.entries()) {
    for (const [nth, name] of people.entries()) {
      const { offers, asks } = person(name)
      const isFirst = people.indexOf(name) === nth
      await hold(
        daysAgoOf(circle, people, nth),
        {
          by: idOf(host),
          with: [idOf(name)],
          purpose: (isFirst ? offers[0] : asks[0]) ?? '',
          kind: MEETING_KINDS[nth % MEETING_KINDS.length] ?? 'advice',
          place: nth % 3 === 0 ? 'The back room of Moura Café' : '',
        },
        { hour: 9 + circle, ...resultOf(nth, idOf(host), idOf(name)) },
      )
    }
  }
}

const REFERRALS = ['A hotel that now orders every week', 'A school that asked for a quote the same day']
const BUSINESS = ['A first order, small and paid on time', 'A year’s contract, on one page']
const PROMISES = ['Send the two names I mentioned', 'Write what we agreed on one page']
const THANKS = [
  'You asked the question that I had avoided for a year.',
  'I slept well that night. Thank you.',
]

function resultOf(nth: number, host: string, guest: string): Result {
  const pick = (texts: readonly string[]) => texts[Math.floor(nth / 4) % texts.length] ?? ''
  const results: Result[] = [
    { outcome: { kind: 'referral', from: host, note: pick(REFERRALS) } },
    { promise: { owner: guest, text: pick(PROMISES) }, thanks: { from: guest, text: pick(THANKS) } },
    { outcome: { kind: 'business', from: host, note: pick(BUSINESS) } },
    {
      promise: { owner: host, text: pick(PROMISES) },
      outcome: { kind: 'referral', from: guest, note: pick(REFERRALS) },
    },
  ]
  return results[nth % results.length] ?? {}
}
