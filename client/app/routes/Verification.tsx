import { lazyPart } from '#client/lib/lazy-part.ts'
import { VerificationScreen } from '#client/modules/accounts/action-links/VerificationScreen.tsx'
import { Unsubscribe } from '#client/modules/notifications/preferences/Unsubscribe.tsx'
import { asScreen } from '#client/app/screens/as-screen.tsx'

const EmailedRound = lazyPart(() => import('#client/modules/rounds/EmailedRound.tsx'), 'EmailedRound')

/** Handles the links in emails: those of the identity provider, and those that switch emails off or join a round. */
export const Component = asScreen(() => (
  <VerificationScreen Unsubscribe={Unsubscribe} EmailedRound={EmailedRound} />
))
