import * as m from '#shared/events/messages.ts'
import type { RosterEntry } from '#shared/programme/roster.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { request } from '#client/lib/request.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'

import { useRosterCommand } from './commands.ts'
import styles from './roster.module.css'

interface Props {
  event: EventDetails
  entry: RosterEntry
  onChoose: (command: 'accept' | 'decline') => void
}

/** Accepts or declines a request to join. Two organisers can do so at once: the server decides who gets the last seat. */
export function RequestActions({ event, entry: { member, version }, onChoose }: Props) {
  const run = useRosterCommand()
  const { displayName } = member
  const acceptance = useCommand({
    command: () =>
      run(
        request('POST /api/events/:eventId/roster/:memberId/acceptance', {
          params: { eventId: event.id, memberId: member.id },
          ifMatch: version,
        }),
      ),
    done: ({ state }) => m.rosterAdded({ state, name: displayName }),
  })
  return (
    <div className={styles.request}>
      <Button
        variant="secondary"
        busy={acceptance.isPending && m.rosterAccepting()}
        aria-label={m.rosterAcceptOne({ name: displayName })}
        onClick={() => {
          onChoose('accept')
          acceptance.run()
        }}
      >
        {m.rosterAccept()}
      </Button>
      <Button
        variant="quiet"
        aria-label={m.rosterDeclineOne({ name: displayName })}
        onClick={() => onChoose('decline')}
      >
        {m.rosterDeclineMenu()}
      </Button>
    </div>
  )
}
