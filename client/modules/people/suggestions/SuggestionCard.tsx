import { useQueryClient } from '@tanstack/react-query'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/people/messages.ts'
import type { Suggestion } from '#shared/people/connections.ts'
import type { MemberRef } from '#client/modules/people/connections/relationship/commands.ts'
import { ConnectButton } from '#client/modules/people/connections/relationship/ConnectButton.tsx'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { IsolatedText } from '#client/ui/text/IsolatedText.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import { rich } from '#client/ui/rich.tsx'
import { MemberLine } from '#client/modules/people/members/MemberLine.tsx'

import styles from './suggestions.module.css'
import { dismiss, suggestionsChanged, suggestAgain } from './queries.ts'

/** A suggested member, with the reasons. */
export function SuggestionCard({ suggestion: { member, reasons } }: { suggestion: Suggestion }) {
  const dismissal = useDismissal(member)
  return (
    <div className={styles.suggestion}>
      <MemberLine member={member} />
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>
            <IsolatedText>{reason}</IsolatedText>
          </li>
        ))}
      </ul>
      <div className={classNames(patterns.actions, styles.actions)}>
        <ConnectButton member={member} variant="secondary" />
        <Button
          variant="quiet"
          busy={dismissal.isPending && words.removing()}
          onClick={() => dismissal.run('dismiss')}
        >
          <span>{rich(m.suggestionDismiss({ name: member.displayName, hidden }))}</span>
        </Button>
      </div>
    </div>
  )
}

const COMMANDS = { dismiss, suggestAgain }

/** The card stays until the refetched list replaces it. */
function useDismissal({ id, displayName }: MemberRef) {
  const cache = useQueryClient()
  const dismissal = useCommand({
    command: (command: keyof typeof COMMANDS) => COMMANDS[command](id),
    done: (_, command) =>
      command === 'dismiss'
        ? {
            message: m.suggestionDismissed({ name: displayName }),
            action: { label: words.undo(), onSelect: () => dismissal.mutate('suggestAgain') },
          }
        : undefined,
    onSuccess: () => suggestionsChanged(cache),
  })
  return dismissal
}
