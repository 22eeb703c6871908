import { DAY } from '#shared/lib/durations.ts'

import { actorOf, type SeedContext } from './context.ts'
import { meetingCommands } from './meeting-commands.ts'
import { idOf, MARA } from './people.ts'

/**
 * Seeds one introduction that Mara is asked about, one of hers that is open, and one that led to an upcoming
 * meeting; and two fulfilled asks, about one of which she is asked.
 */
export async function seedIntroductions(context: SeedContext) {
  const { at, services } = context
  const { on, slot, schedule } = meetingCommands(context)
  const { introductions } = services.people
  const introduce = (daysAgo: number, by: string, people: readonly string[], reason: string, ask?: string) =>
    at(on(-daysAgo, 10), () =>
      introductions.introduce(by, { people: people.map((name) => idOf(name)), reason, ask }),
    )

  const speech =
    'Mara has to speak in the town hall about her second bakery. Björn still shakes, and has them all listening.'
  await introduce(2, idOf('Teresa Vilar'), ['Mara Lindqvist', 'Björn Åkesson'], speech)
  const cheese = 'Zé’s second café will have a cheese board and no cheese. Karl-Heinz has forty-two goats.'
  await introduce(3, MARA, ['Zé Moura', 'Karl-Heinz Straßer'], cheese)

  const printer = 'Siobhán looks for a printer for short runs. Beatriz is one, with wooden type and a cat.'
  const [author, printing] = [idOf('Siobhán O’Brien'), idOf('Beatriz Nunes')]
  const shortRuns = await askOf(context, author)
  const { id } = await introduce(9, MARA, ['Siobhán O’Brien', 'Beatriz Nunes'], printer, shortRuns)
  await at(on(-8, 9), () => introductions.accept(author, id))
  await at(on(-7, 18), () => introductions.accept(printing, id))
  const plan = {
    by: author,
    with: [printing],
    purpose: 'Three hundred copies of a first novel',
    kind: 'introduction' as const,
    source: { kind: 'introduction' as const, id },
  }
  await schedule(5, plan, slot(2, 11))
  await fulfil(context, { ask: shortRuns, owner: author, helper: MARA, daysAgo: 1 })

  const reason = 'João Pedro looks for a theatre. Seraina sews for six of them.'
  const [accountant, helper] = [idOf('João Pedro Sá'), idOf('Lukas Öztürk')]
  const theatre = await askOf(context, accountant)
  await introduce(20, helper, ['João Pedro Sá', 'Seraina Caduff'], reason, theatre)
  await fulfil(context, { ask: theatre, owner: accountant, helper, daysAgo: 6 })
  await at(on(-5, 9), () => services.people.fulfilment.answer(actorOf(helper), theatre, true))
}

const askOf = async ({ services }: SeedContext, owner: string) =>
  (await services.people.members.ownProfile({ id: owner })).asks[0]!.id

const fulfil = (
  { at, now, services }: SeedContext,
  { ask, owner, helper, daysAgo }: { ask: string; owner: string; helper: string; daysAgo: number },
) => at(now - daysAgo * DAY, () => services.people.fulfilment.fulfil(actorOf(owner), ask, { helper }))
