/** `npm run reference` writes the tables in `docs/reference/` that follow from code: metrics and alerts. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

import type { Sources } from '#server/metrics/gauges.ts'
import { createPrometheusMetrics } from '#server/metrics/prometheus.ts'

const ROOT = join(import.meta.dirname, '../../..')

interface Rule {
  alert: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; action?: string }
}

/** Content by file, relative to the root of the project. */
export const referencePages = (): Record<string, string> => ({
  'docs/reference/metrics.md': metricsPage(),
  'docs/reference/alerts.md': alertsPage(),
})

function metricsPage() {
  const { registry, collectFrom } = createPrometheusMetrics({ release: '' })
  // Declares the gauges. Only a scrape would read their sources.
  collectFrom({} as Sources)
  const metrics = registry
    .getMetricsAsArray()
    // The declared type leaves out the labels.
    .map((metric) => ({ labelNames: [], ...metric }) as typeof metric & { labelNames: string[] })
    .filter(({ name }) => name.startsWith('guildhall_'))
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ name, type, labelNames, help }) => [code(name), `${type}`, labelNames.map(code).join(', '), help])
  return page(
    'Metrics',
    `\`GET /metrics\` at \`METRICS_PORT\`, for each process. Counters begin at 0 when the process starts. Beside these are the
metrics of the process, with their usual names: \`process_cpu_seconds_total\`, \`process_resident_memory_bytes\`,
\`process_open_fds\`, \`nodejs_eventloop_lag_p99_seconds\`, \`nodejs_heap_size_used_bytes\`, \`nodejs_gc_duration_seconds\`.

The time of \`GET /api/notifications/stream\` is how long browsers stayed: leave that route out of latencies. A scrape
counts emails in a view, at most every ten seconds; all other metrics are from memory.`,
    table(['metric', 'type', 'labels', 'meaning'], metrics),
  )
}

function alertsPage() {
  const rows = ['prometheus/alerts.yaml', 'loki/rules.yaml'].flatMap((file) => {
    const text = readFileSync(join(ROOT, 'server/deploy', file), 'utf8')
    const { groups } = parse(text) as { groups: { rules: Rule[] }[] }
    const from = file.startsWith('loki') ? 'Loki' : 'Prometheus'
    return groups
      .flatMap(({ rules }) => rules)
      .map(({ alert, for: lasting = 'at once', labels, annotations: { summary, action = '' } }) => [
        code(alert),
        from,
        labels.severity,
        lasting,
        plain(summary),
        plain(action),
      ])
  })
  return page(
    'Alerts',
    `From \`server/deploy/prometheus/alerts.yaml\` and \`server/deploy/loki/rules.yaml\`, with their conditions. \`page\` wakes
somebody, \`ticket\` can wait for the morning. "After" is for how long a condition has to last. Words in \\<angle brackets>
differ from alert to alert.

Each rule has data that must and data that must not fire it. After a change of a rule, run
\`promtool test rules server/deploy/prometheus/alerts.test.yaml\`, and for Loki \`server/testing/deployment/loki-rules.test.ts\`,
which needs \`loki\` in \`PATH\` or in \`~/go/bin\`.`,
    table(['alert', 'by', 'severity', 'after', 'means', 'do'], rows),
  )
}

const code = (text: string) => `\`${text}\``
/** Without the templates of Prometheus and Loki. */
const plain = (text: string) =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\{\{ \$(?:labels\.)?(\w+)[^}]*\}\}/g, '\\<$1>')

const page = (title: string, introduction: string, rows: string) => `# ${title}

Made by \`npm run reference\`. Change the code and run it again, not this file.

${introduction}

${rows}`

/** Columns are padded as the formatter does it. */
function table(head: string[], rows: string[][]) {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |\n`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('')
}

if (import.meta.main)
  for (const [file, content] of Object.entries(referencePages())) writeFileSync(join(ROOT, file), content)
