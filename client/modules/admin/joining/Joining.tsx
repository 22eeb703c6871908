import { useSuspenseQuery } from '@tanstack/react-query'

import * as words from '#shared/lib/messages.ts'
import { domainsRule } from '#shared/community/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { Joining as JoiningValue, Settings } from '#shared/community/settings.ts'
import { JOIN_ACCESS, JOIN_POLICIES, MAX_DOMAINS } from '#shared/community/join-policy.ts'
import { History } from '#client/modules/admin/settings/History.tsx'
import { settings, useSaveSettings } from '#client/modules/admin/settings/queries.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { TextListField } from '#client/ui/form/TextListField.tsx'
import { dotted } from '#client/ui/text/dotted.ts'
import { useToast } from '#client/lib/toast.ts'
import { Submit } from '#client/ui/form/Submit.tsx'

const policies = () =>
  JOIN_POLICIES.map((policy) => ({
    value: policy,
    label: m.joiningPolicyName({ policy }),
    hint: m.joiningPolicyHint({ policy }),
  }))
const accesses = () =>
  JOIN_ACCESS.map((access) => ({
    value: access,
    label: m.joiningAccessName({ access }),
    hint: m.joiningAccessHint({ access }),
  }))

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
      access === 'domains' && domains.length === 0 ? { domains: domainsRule() } : {},
    async submit(edit) {
      await save.mutateAsync({ value: edit, version })
      toast(words.saved(), { tone: 'success' })
    },
  })
  return (
    <form {...form.props} className={patterns.column}>
      <h2>{m.joiningTitle()}</h2>
      <p className={patterns.muted}>{m.joiningLead()}</p>
      <RadioCards {...form.field('access')} label={m.joiningWho()} options={accesses()} />
      {form.values.access === 'domains' && (
        <TextListField
          label={m.joiningDomains()}
          entry={{ name: m.joiningDomainNumber, remove: m.joiningDomainRemove, add: m.joiningDomainAdd() }}
          hint={m.joiningDomainsHint()}
          name="domains"
          values={form.values.domains.length > 0 ? form.values.domains : ['']}
          onChange={(domains) => form.set('domains', domains)}
          most={MAX_DOMAINS}
          maxLength={253}
          errors={form.errors}
        />
      )}
      <RadioCards {...form.field('policy')} label={m.joiningAccess()} options={policies()} />
      <CheckboxField
        name="friends"
        label={m.joiningFriends()}
        hint={m.joiningFriendsHint()}
        checked={form.values.friends}
        onChange={(checked) => form.set('friends', checked)}
      />
      <Submit form={form} label={words.save()} />
    </form>
  )
}

/** Normalises domains: `@Example.org ` becomes `example.org`. */
const domainsOf = (domains: readonly string[]) => [
  ...new Set(domains.map((domain) => domain.trim().replace(/^@/, '').toLowerCase()).filter(Boolean)),
]

const describe = ({ policy, access, domains, friends }: JoiningValue) =>
  dotted([
    access === 'domains' ? domains.join(', ') : m.joiningAccessName({ access }),
    m.joiningPolicyName({ policy }),
    !friends && m.joiningNoFriends(),
  ])
