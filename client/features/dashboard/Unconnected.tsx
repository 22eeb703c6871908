import type { OrganiserFigures } from '#shared/dashboard.ts'
import { paths } from '#shared/paths.ts'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Person } from '#client/ui/Person.tsx'

import styles from './dashboard.module.css'

/** Members whom an organiser could introduce to others. */
export const Unconnected = ({ total, members, items }: OrganiserFigures['unconnected']) => (
  <Card title="Not connected yet">
    <div className={styles.meter}>
      <p className={patterns.muted}>
        {total === 0
          ? 'Every member in the directory has a connection.'
          : `${total} of ${members} members in the directory ${total === 1 ? 'hasn’t' : 'haven’t'} connected with anyone yet. Say hello, or introduce them.`}
      </p>
      {items.length > 0 && (
        <ul className={patterns.ruled}>
          {items.map(({ id, displayName }) => (
            <li key={id}>
              <Person name={displayName} lines={[]} to={paths.memberProfile(id)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  </Card>
)
