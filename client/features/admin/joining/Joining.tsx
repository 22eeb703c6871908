import { useSuspenseQuery } from '@tanstack/react-query'

import type { Joining as JoiningValue, Settings } from '#shared/community-settings.ts'
import { DOMAINS_RULE, type JOIN_ACCESS, type JOIN_POLICIES, MAX_DOMAINS } from '#shared/joining.ts'
import { History } from '#client/features/admin/settings/History.tsx'
import { settings, useSaveSettings } from '#client/features/admin/settings/queries.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextListField } from '#client/ui/TextListField.tsx'
import { useToast } from '#client/ui/toast.ts'

const POLICIES: readonly { value: (typeof JOIN_POLICIES)[number]; label: string; hint: string }[] = [
  { value: 'open', label: 'Open', hint: 'New members get access once their email is verified.' },
  {
    value: 'approval',
    label: 'Approval',
    hint: 'An admin approves each new member. Invited people need no approval.',
  },
]
const ACCESS: readonly { value: (typeof JOIN_ACCESS)[number]; label: string; hint: string }[] = [
  { value: 'anyone', label: 'Anyone', hint: 'With any email address.' },
  {
    value: 'domains',
    label: 'Email domains',
    hint: 'People with an email address of your organisation, and invited people.',
  },
  { value: 'invited', label: 'Invited people only', hint: 'Nobody else can join.' },
]

export function Joining() {
  const { data } = useSuspenseQuery(settings('joining'))
  return (
    <Stack gap={8}>
      <JoiningForm key={data.version} settings={data} />
      <History section="joining" describe={describe} />
    </Stack>
  )
}

function JoiningForm({ settings: { value, version } }: { settings: Settings<'joining'> }) {
  const save = useSaveSettings('joining')
  const toast = useToast()
  const form = useForm<JoiningValue>({
    initial: value,
    normalise: (values) => ({ ...values, domains: domainsOf(values.domains) }),
    check: ({ access, domains }) =>
      access === 'domains' && domains.length === 0 ? { domains: DOMAINS_RULE } : {},
    async submit(edit) {
      await save.mutateAsync({ value: edit, version })
      toast('Saved.', { tone: 'success' })
    },
  })
  return (
    <form {...form.props} className={patterns.column}>
      <h2>Who can join</h2>
      <p className={patterns.muted}>Changes apply to new accounts. Members stay members.</p>
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <RadioCards {...form.field('access')} label="Who can create an account?" options={ACCESS} />
      {form.values.access === 'domains' && (
        <TextListField
          label="Domains"
          itemLabel="Domain"
          hint="Such as example.org. Subdomains are listed separately."
          name="domains"
          values={form.values.domains.length > 0 ? form.values.domains : ['']}
          onChange={(domains) => form.set('domains', domains)}
          most={MAX_DOMAINS}
          maxLength={253}
          errors={form.errors}
        />
      )}
      <RadioCards {...form.field('policy')} label="Who gets access?" options={POLICIES} />
      <div className={patterns.actions}>
        <Button type="submit" busy={form.busy && 'Saving…'}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** `@Example.org ` is `example.org`. */
const domainsOf = (domains: readonly string[]) => [
  ...new Set(domains.map((domain) => domain.trim().replace(/^@/, '').toLowerCase()).filter(Boolean)),
]

const describe = ({ policy, access, domains }: JoiningValue) =>
  [access === 'domains' ? domains.join(', ') : labelOf(ACCESS, access), labelOf(POLICIES, policy)].join(' · ')

const labelOf = (options: readonly { value: string; label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label
