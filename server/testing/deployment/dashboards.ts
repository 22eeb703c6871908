import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../deploy/grafana/dashboards')

interface Dashboard {
  panels: { title: string; targets: { expr: string; queryType?: 'instant' | 'range' }[] }[]
  templating: { list: { name: string; allValue?: string }[] }
}

/** Grafana's values for its own variables, for a dashboard that shows an hour. */
const BUILT_IN = { __range: '1h', __auto: '1m', __rate_interval: '1m' }

/** The expressions of a dashboard as Grafana sends them while nothing is chosen. */
export function expressionsOf(dashboard: 'client-errors' | 'service') {
  const { panels, templating } = JSON.parse(
    readFileSync(join(FOLDER, `${dashboard}.json`), 'utf8'),
  ) as Dashboard
  const chosen = templating.list.map(({ name, allValue = '' }) => [name, allValue] as const)
  const variables = new Map([...Object.entries(BUILT_IN), ...chosen])
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, queryType = 'range' }) => ({
      title,
      queryType,
      // An undefined variable stays in the text, which no program accepts.
      expr: expr.replace(/\$(\w+)/g, (all, name: string) => variables.get(name) ?? all),
    })),
  )
}
