import { ownPrestigePath } from '#shared/lib/paths/profile.ts'
import { tierName } from '#shared/people/messages.ts'
import * as m from '#shared/prestige/messages.ts'
import { RULES_IN_FORCE } from '#shared/prestige/rules.ts'
import type { PrestigeSummary } from '#shared/prestige/schema.ts'
import { Rosette } from '#client/modules/prestige/Rosette.tsx'
import { PETALS } from '#client/modules/prestige/tier-petals.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { rich } from '#client/ui/rich.tsx'

import styles from './own.module.css'

/** A new tier, why the member has it, and what it means. */
export const TierSheet = ({ summary, onClose }: { summary: PrestigeSummary; onClose: () => void }) => (
  <Dialog
    sheet
    open
    onClose={onClose}
    title={m.tierReachedTitle({ tier: tierName(summary) })}
    actions={
      <>
        <LinkButton variant="secondary" to={ownPrestigePath}>
          {m.tierReachedEntries()}
        </LinkButton>
        <Button onClick={onClose}>{m.tierReachedClose()}</Button>
      </>
    }
  >
    <div className={styles.summary}>
      <Rosette petals={PETALS[summary.tier]} className={styles.seal} />
      <div className={styles.words}>
        <p>{rich(m.ownSummary(summary))}</p>
        <p>{m.tierReachedMeaning({ days: RULES_IN_FORCE.validDays, grace: RULES_IN_FORCE.graceDays })}</p>
      </div>
    </div>
  </Dialog>
)
