import * as m from '#shared/dashboard/messages.ts'
import type { OrganiserFigures } from '#shared/dashboard/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Person } from '#client/ui/people/Person.tsx'
import { Stack } from '#client/ui/Stack.tsx'

/** Members whom an organiser could introduce to others. */
export const Unconnected = ({ total, members, items }: OrganiserFigures['unconnected']) => (
  <Card title={m.unconnected()}>
    <Stack gap={2}>
      <p className={patterns.muted}>{m.unconnectedText({ count: total, members })}</p>
      {items.length > 0 && (
        <ul className={patterns.ruled}>
          {items.map(({ id, displayName }) => (
            <li key={id}>
              <Person name={displayName} lines={[]} to={paths.memberProfile(id)} />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  </Card>
)
