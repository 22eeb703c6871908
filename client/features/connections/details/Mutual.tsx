import type { ConnectionDetails } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { Card } from '#client/ui/Card.tsx'
import { Person } from '#client/ui/Person.tsx'

import styles from './details.module.css'

export const Mutual = ({ items, total }: ConnectionDetails['mutual']) => (
  <Card title="Mutual connections">
    {items.length === 0 ? (
      <p className={styles.quiet}>There is nobody yet whom you both are connected with.</p>
    ) : (
      <>
        <ul className={styles.people}>
          {items.map(({ id, displayName, photo, headline, company }) => (
            <li key={id}>
              <Person
                name={displayName}
                photo={photo}
                lines={[headline ?? company]}
                to={paths.memberProfile(id)}
              />
            </li>
          ))}
        </ul>
        {total > items.length && <p className={styles.quiet}>And {total - items.length} more.</p>}
      </>
    )}
  </Card>
)
