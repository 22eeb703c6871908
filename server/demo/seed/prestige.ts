import type { AwardKind } from '#shared/prestige/rules.ts'
import type { Visibility } from '#shared/people/profile.ts'

import { actorOf, type SeedContext } from './context.ts'
import { meetingCommands } from './meeting-commands.ts'
import { idOf, LISTED, MARA, TOMAS } from './people.ts'

/** Seeds two open disputes, the listed members, and the link to a statement. */
export async function seedPrestige(context: SeedContext) {
  const { at, now, services } = context
  const { on } = meetingCommands(context)
  const { sharing, statements, disputes, summaries } = services.prestige
  const share = (name: string, visibility: Visibility) =>
    sharing.share(actorOf(idOf(name)), { listed: true, visibility })
  /** The latest entry of this kind that one member confirmed for another. */
  const entryOf = async (memberId: string, kind: AwardKind, confirmer: string) => {
    const { items } = await statements.confirmed(confirmer)
    return items.find((entry) => entry.member.id === memberId && entry.kind === kind)?.id ?? ''
  }

  const thanks = await entryOf(MARA, 'thanks', idOf('Beatriz Nunes'))
  const sister = 'Beatriz thanked me for bread that my sister brought.'
  await at(on(-4, 20), () => disputes.dispute(actorOf(MARA), thanks, sister))
  const met = await entryOf(TOMAS, 'meetingHeld', idOf('Sofia Antunes'))
  const short = 'We planned an hour, and spoke for two minutes in the doorway.'
  await at(on(-3, 9), () => disputes.dispute(actorOf(idOf('Sofia Antunes')), met, short))

  await at(on(-15, 9), async () => {
    for (const name of LISTED) await share(name, name === 'Tomás Okafor' ? 'public' : 'members')
    await sharing.createLink(actorOf(MARA))
  })
  await at(now, () => summaries.calculateDue())
}
