import type { Connection } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { QuietBellMotif } from '#client/ui/motifs.tsx'
import { RelationshipMenu } from '#client/features/connections/relationship/RelationshipMenu.tsx'

import { List } from './List.tsx'
import { ReceivedRequest } from './ReceivedRequest.tsx'

export const Received = () => (
  <List
    list="received"
    label="Requests to you"
    Row={Row}
    empty={
      <EmptyState
        picture={<QuietBellMotif />}
        title="Nobody is waiting for you"
        action={<LinkButton to={paths.ownProfile}>Complete your profile</LinkButton>}
      >
        When someone asks to connect with you, you can accept or decline here. A profile that says what you
        ask for and offer is what makes people want to.
      </EmptyState>
    }
  />
)

const Row = ({ connection }: { connection: Connection }) => (
  <ReceivedRequest
    connection={connection}
    menu={<RelationshipMenu member={connection.member} relationship={connection.relationship} />}
  />
)
