import * as m from '#shared/app/messages.ts'
import { readSettings } from '#client/lib/settings.ts'
import { InviteFriend } from '#client/modules/accounts/invitations/InviteFriend.tsx'
import { ConnectionsScreen } from '#client/modules/people/connections/lists/ConnectionsScreen.tsx'

/** The connections screen with an invitation of a friend, which belongs to a later module than connections. */
export const Component = () => (
  <ConnectionsScreen
    actions={readSettings().COMMUNITY?.friends && <InviteFriend>{m.inviteFriend()}</InviteFriend>}
  />
)
