import { VerificationScreen } from '#client/modules/accounts/action-links/VerificationScreen.tsx'
import { Unsubscribe } from '#client/modules/notifications/preferences/Unsubscribe.tsx'

/** Handles the links in emails: those of the identity provider, and those that switch emails off. */
export const Component = () => <VerificationScreen Unsubscribe={Unsubscribe} />
