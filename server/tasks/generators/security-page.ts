import type { Outcome, Requirement } from '#server/tools/requirements/requirement.ts'
import { SECURITY_SOURCES } from '#server/tools/requirement-sources.ts'

const STATUSES = ['proven', 'documented', 'elsewhere', 'not applicable', 'not met'] as const

export const SECURITY_INTRODUCTION = `Each requirement is _proven_ by tests that fail without it, _documented_ where it asks for a document, met _elsewhere_ (by Firebase, or by
the operator), _not applicable_, or _not met_. The table is in \`server/tools/requirements\`; a test fails when a test that it names does not
exist or is skipped. [Security](../security.md) describes how the parts work together.`

/** Number of requirements by source and outcome. */
export const securityCounts = () => ({
  head: ['source', ...STATUSES],
  rows: SECURITY_SOURCES.map(({ title, requirements }) => [
    title,
    ...STATUSES.map(
      (status) => `${requirements.filter(([, , , outcome]) => outcome.status === status).length}`,
    ),
  ]),
})

export const securitySections = () =>
  SECURITY_SOURCES.map(
    ({ title, text, requirements }) => `## ${title}\n\n${text}\n\n${items(requirements)}`,
  ).join('\n')

export const items = (requirements: readonly Requirement[]) => requirements.map(item).join('')

const item = ([id, level, demand, outcome]: Requirement) =>
  `- **${id}**${level ? ` (${level})` : ''} ${demand}. ${explained(outcome)}\n`

function explained(outcome: Outcome) {
  const { status } = outcome
  const name = `_${status[0]!.toUpperCase()}${status.slice(1)}_`
  if (status === 'documented')
    return `${name}: ${outcome.documents.map((document) => `[${document.replace(/^\.\.\//, '')}](${document})`).join(', ')}`
  if (status !== 'proven') return `${name}: ${outcome.reason}`
  const byFile = Object.entries(Object.groupBy(outcome.tests, ({ file }) => file))
  return `${name}:${byFile
    .map(
      ([file, tests = []]) =>
        `\n  - \`${file}\`: ${tests.map(({ title }) => `“${plain(title)}”`).join(', ')}`,
    )
    .join('')}`
}

/** Titles in Markdown: placeholders and names of schemes are no markup. */
const plain = (title: string) => title.replace(/[*_<>[\]`]/g, String.raw`\$&`)
