import * as m from '#shared/app/messages.ts'
import { readSettings } from '#client/lib/settings.ts'
import { InviteFriend } from '#client/modules/accounts/invitations/InviteFriend.tsx'
import { ConnectionsScreen } from '#client/modules/people/connections/ConnectionsScreen.tsx'

/** The connections screen, composed here because features do not import each other. */
export const Component = () => (
  <ConnectionsScreen
    actions={readSettings().COMMUNITY?.friends && <InviteFriend>{m.inviteFriend()}</InviteFriend>}
  />
)
