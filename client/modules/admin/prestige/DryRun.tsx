import { useState } from 'react'

import { tierName } from '#shared/people/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { TrialRules } from '#shared/prestige/schema.ts'
import { RULES_IN_FORCE } from '#shared/prestige/rules.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/lists/Table.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { Submit } from '#client/ui/form/Submit.tsx'

import styles from './DryRun.module.css'
import { type DryRunProgress, runDry } from './prestige-queries.ts'

const columns = () => [m.member(), m.dryRunNow(), m.dryRunThen()]

const PLAIN = {
  weeklyCap: m.dryRunCap,
  samePairDays: m.dryRunPair,
  graceDays: m.dryRunGrace,
} as const

const initial: Record<string, string> = {
  weeklyCap: String(RULES_IN_FORCE.weeklyCap),
  samePairDays: String(RULES_IN_FORCE.samePairDays),
  graceDays: String(RULES_IN_FORCE.graceDays),
  ...Object.fromEntries(
    RULES_IN_FORCE.tiers.flatMap(({ tier, points, people }) => [
      [`${tier} points`, String(points)],
      [`${tier} people`, String(people)],
    ]),
  ),
}

function rulesFrom(values: Readonly<Record<string, string>>): TrialRules {
  const number = (name: string) => Number(values[name])
  return {
    weeklyCap: number('weeklyCap'),
    samePairShares: [...RULES_IN_FORCE.samePairShares],
    samePairDays: number('samePairDays'),
    graceDays: number('graceDays'),
    tiers: RULES_IN_FORCE.tiers.map(({ tier }) => ({
      points: number(`${tier} points`),
      people: number(`${tier} people`),
    })),
  }
}

const isWhole = (text: string) => /^\d{1,5}$/.test(text.trim())

/** Shows whose tier other rules would change, without changing anything. */
export function DryRun() {
  const [result, setResult] = useState<DryRunProgress>()
  const form = useForm({
    initial,
    check: (values) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([name, text]) => (isWhole(text) ? [] : [[name, m.dryRunRule()]])),
      ),
    async submit(values) {
      setResult(undefined)
      await runDry(rulesFrom(values), setResult)
    },
  })
  const number = (name: string, label: string) => (
    <TextField
      key={name}
      {...form.field(name)}
      value={form.values[name] ?? ''}
      label={label}
      inputMode="numeric"
    />
  )
  return (
    <Stack gap={3}>
      <h2>{m.dryRunTitle()}</h2>
      <p className={patterns.muted}>{m.dryRunText()}</p>
      <form {...form.props}>
        <Stack gap={4}>
          <div className={styles.fields}>
            {Object.entries(PLAIN).map(([name, label]) => number(name, label()))}
            {RULES_IN_FORCE.tiers.flatMap(({ tier }) => [
              number(`${tier} points`, m.dryRunTierPoints({ tier: tierName({ tier }) })),
              number(`${tier} people`, m.dryRunTierPeople({ tier: tierName({ tier }) })),
            ])}
          </div>
          <Submit form={form} label={m.dryRunRun()} busy={m.dryRunChecking()} variant="secondary" />
        </Stack>
      </form>
      <output>
        {result &&
          (form.busy ? m.dryRunSoFar : m.dryRunResult)({
            checked: result.checked,
            changes: result.changes.length,
          })}
      </output>
      {result && result.changes.length > 0 && (
        <Table label={m.dryRunChanges()} columns={columns()}>
          {result.changes.map(({ member, from, to }) => (
            <tr key={member.id}>
              <th scope="row">{member.displayName}</th>
              <td>{tierName({ tier: from })}</td>
              <td>{tierName({ tier: to })}</td>
            </tr>
          ))}
        </Table>
      )}
    </Stack>
  )
}
