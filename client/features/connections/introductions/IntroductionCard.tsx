import type { Introduction } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { Button } from '#client/ui/Button.tsx'
import { Person } from '#client/ui/Person.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'
import { ConnectButton } from '#client/features/connections/relationship/ConnectButton.tsx'

import styles from './introductions.module.css'
import { useDismissal } from './use-dismissal.ts'

/** Someone worth meeting, and why. */
export function IntroductionCard({ introduction: { member, reasons } }: { introduction: Introduction }) {
  const { dismiss, isPending } = useDismissal(member)
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
      <div className={styles.acts}>
        <ConnectButton member={member} variant="secondary" />
        <Button variant="quiet" busy={isPending && 'One moment…'} onClick={dismiss}>
          <span>
            Not relevant<VisuallyHidden> to me: {member.displayName}</VisuallyHidden>
          </span>
        </Button>
      </div>
    </div>
  )
}
