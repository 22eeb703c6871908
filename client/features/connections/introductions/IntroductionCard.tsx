import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Introduction } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import type { MemberRef } from '#client/features/connections/relationship/commands.ts'
import { ConnectButton } from '#client/features/connections/relationship/ConnectButton.tsx'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import patterns from '#client/ui/patterns.module.css'
import { Person } from '#client/ui/Person.tsx'
import { useToast } from '#client/ui/toast.ts'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './introductions.module.css'
import { dismiss, introductionsChanged, suggestAgain } from './queries.ts'

/** A suggested member, with the reasons. */
export function IntroductionCard({ introduction: { member, reasons } }: { introduction: Introduction }) {
  const dismissal = useDismissal(member)
  return (
    <div className={styles.introduction}>
      <Person
        name={member.displayName}
        photo={member.photo}
        lines={[member.headline, member.company]}
        to={paths.memberProfile(member.id)}
      />
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <div className={classNames(patterns.actions, styles.actions)}>
        <ConnectButton member={member} variant="secondary" />
        <Button
          variant="quiet"
          busy={dismissal.isPending && 'Removing…'}
          onClick={() => dismissal.mutate('dismiss')}
        >
          <span>
            Not relevant<VisuallyHidden> to me: {member.displayName}</VisuallyHidden>
          </span>
        </Button>
      </div>
    </div>
  )
}

const COMMANDS = { dismiss, suggestAgain }

/** The card stays until the refetched list replaces it. */
function useDismissal({ id, displayName }: MemberRef) {
  const cache = useQueryClient()
  const toast = useToast()
  const mutation = useMutation({
    mutationFn: (command: keyof typeof COMMANDS) => COMMANDS[command](id),
    onSuccess: (_, command) => {
      if (command === 'dismiss')
        toast(`${displayName} won’t be suggested again.`, {
          action: { label: 'Undo', onSelect: () => mutation.mutate('suggestAgain') },
        })
      return introductionsChanged(cache)
    },
    onError: (error) => toast(explainProblem(error).message ?? '', { tone: 'danger' }),
  })
  return mutation
}
