import type { SeedContext } from './context.ts'
import { meetingCommands } from './meeting-commands.ts'
import { idOf, MARA } from './people.ts'

/**
 * Seeds one introduction that Mara is asked about, one of hers that is open, and one that led to an upcoming
 * meeting.
 */
export async function seedIntroductions(context: SeedContext) {
  const { at, services } = context
  const { on, slot, schedule } = meetingCommands(context)
  const { introductions } = services.people
  const introduce = (daysAgo: number, by: string, people: readonly string[], reason: string) =>
    at(on(-daysAgo, 10), () =>
      introductions.introduce(by, { people: people.map((name) => idOf(name)), reason }),
    )

  const speech =
    'Mara has to speak in the town hall about her second bakery. Björn still shakes, and has them all listening.'
  await introduce(2, idOf('Teresa Vilar'), ['Mara Lindqvist', 'Björn Åkesson'], speech)
  const cheese = 'Zé’s second café will have a cheese board and no cheese. Karl-Heinz has forty-two goats.'
  await introduce(3, MARA, ['Zé Moura', 'Karl-Heinz Straßer'], cheese)

  const printer = 'Siobhán looks for a printer for short runs. Beatriz is one, with wooden type and a cat.'
  const [author, printing] = [idOf('Siobhán O’Brien'), idOf('Beatriz Nunes')]
  const { id } = await introduce(9, MARA, ['Siobhán O’Brien', 'Beatriz Nunes'], printer)
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
}
