import { useSearchParams } from 'react-router-dom'

import * as m from '#shared/app/messages.ts'
import { CHAPTER } from '#shared/lib/paths.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { readSettings } from '#client/lib/settings.ts'
import { InviteFriend } from '#client/modules/accounts/invitations/InviteFriend.tsx'
import { ConnectionsScreen } from '#client/modules/people/connections/lists/ConnectionsScreen.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { asScreen } from '#client/app/screens/as-screen.tsx'

const ChapterScreen = asScreen(
  lazyPart(() => import('#client/app/screens/ChapterScreen.tsx'), 'ChapterScreen'),
)

const Connections = asScreen(ConnectionsScreen)

/**
 * The connections screen with an invitation of a friend, which belongs to a later module than connections. With `?chapter=`
 * a chapter, or all of them.
 */
export function Component() {
  const [params] = useSearchParams()
  const slug = params.get(CHAPTER)
  if (slug !== null && !params.has('tab')) return <ChapterScreen key={slug} slug={slug} />
  const { friends, chapters } = readSettings().COMMUNITY ?? {}
  return (
    <Connections
      actions={
        <>
          {chapters && (
            <LinkButton variant="secondary" to={`?${CHAPTER}=`}>
              {m.chapters()}
            </LinkButton>
          )}
          {friends && <InviteFriend>{m.inviteFriend()}</InviteFriend>}
        </>
      }
    />
  )
}
