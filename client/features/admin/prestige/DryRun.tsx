import { useState } from 'react'

import type { TrialRules } from '#shared/prestige.ts'
import { RULES_IN_FORCE } from '#shared/prestige-rules.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/Table.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import styles from './DryRun.module.css'
import { type DryRunProgress, runDry } from './prestige-queries.ts'

const COLUMNS = ['Member', 'Now', 'With these rules']

const PLAIN = {
  weeklyCap: 'Weekly point limit',
  samePairDays: 'Repeat window for the same two people (days)',
  graceDays: 'Grace period (days)',
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

/** Whose tier other rules would change. Nothing changes. */
export function DryRun() {
  const [result, setResult] = useState<DryRunProgress>()
  const form = useForm({
    initial,
    check: (values) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([name, text]) =>
          isWhole(text) ? [] : [[name, 'Enter a whole number.']],
        ),
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
      <h2>Try other rules</h2>
      <p className={patterns.muted}>
        See whose tier would change today. Nothing changes: new rules come into force with a release.
      </p>
      <form {...form.props}>
        <Stack gap={4}>
          {form.failure && <Notice tone="danger">{form.failure}</Notice>}
          <div className={styles.fields}>
            {Object.entries(PLAIN).map(([name, label]) => number(name, label))}
            {RULES_IN_FORCE.tiers.flatMap(({ tier }) => [
              number(`${tier} points`, `${tier}: points`),
              number(`${tier} people`, `${tier}: people`),
            ])}
          </div>
          <div className={patterns.actions}>
            <Button type="submit" variant="secondary" busy={form.busy && 'Checking…'}>
              Run
            </Button>
          </div>
        </Stack>
      </form>
      <output>
        {result &&
          `${result.checked} members checked${form.busy ? ' so far' : ''}, ${result.changes.length} would change.`}
      </output>
      {result && result.changes.length > 0 && (
        <Table label="Members whose tier would change" columns={COLUMNS}>
          {result.changes.map(({ member, from, to }) => (
            <tr key={member.id}>
              <th scope="row">{member.displayName}</th>
              <td>{from}</td>
              <td>{to}</td>
            </tr>
          ))}
        </Table>
      )}
    </Stack>
  )
}
