import * as m from '#shared/notifications/messages.ts'
import type { Preferences } from '#shared/notifications/preferences.ts'
import type { NotificationChannel } from '#shared/notifications/topics.ts'

import type { TopicGroup } from './choices.ts'
import styles from './preferences.module.css'

type Topics = Preferences['topics']

interface Props {
  group: TopicGroup
  channels: readonly NotificationChannel[]
  topics: Topics
  onChange: (topics: Topics) => void
}

/** A checkbox for each topic and channel. */
export const TopicTable = ({ group, channels, topics, onChange }: Props) => (
  <section className={styles.group}>
    <h2>{group.label}</h2>
    <table className={styles.table} aria-label={group.label}>
      <thead>
        <tr>
          <th scope="col">{m.settingsTopic()}</th>
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {m.channel({ channel })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {group.topics.map(({ topic, label }) => {
          const chosen = topics[topic]
          return (
            chosen && (
              <tr key={topic}>
                <th scope="row">{label}</th>
                {channels.map((channel) => (
                  <td key={channel}>
                    <label className={styles.choice}>
                      <input
                        type="checkbox"
                        className={styles.box}
                        aria-label={m.settingsChoice({ topic: label, channel })}
                        checked={chosen[channel]}
                        onChange={(event) =>
                          onChange({ ...topics, [topic]: { ...chosen, [channel]: event.target.checked } })
                        }
                      />
                    </label>
                  </td>
                ))}
              </tr>
            )
          )
        })}
      </tbody>
    </table>
  </section>
)
