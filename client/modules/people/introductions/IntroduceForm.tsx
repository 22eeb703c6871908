import { useQueryClient } from '@tanstack/react-query'

import { formatList } from '#shared/lib/lists.ts'
import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/people/messages.ts'
import { INTRODUCTION_LIMITS } from '#shared/people/introduction-rules.ts'
import type { MadeIntroduction } from '#shared/people/introductions.ts'
import type { Ask, MemberCard } from '#shared/people/members.ts'
import { PersonPicker } from '#client/modules/people/picker/PersonPicker.tsx'
import { choiceOf, type PersonChoice, type PersonSource } from '#client/modules/people/picker/source.ts'
import { request } from '#client/lib/request.ts'
import { useNewDraft } from '#client/ui/form/use-new-draft.ts'
import { TextField } from '#client/ui/form/TextField.tsx'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import { useToast } from '#client/lib/toast.ts'
import patterns from '#client/ui/styles/patterns.module.css'

import { introductions } from './queries.ts'

interface Props {
  member: Pick<MemberCard, 'id' | 'displayName'>
  /** The member's ask that the other could help with. */
  ask?: Pick<Ask, 'id' | 'text'>
  onClose: () => void
}

interface Values {
  other: PersonChoice | null
  reason: string
}

/** The other person, chosen among connections, and the reason why the two should meet. */
export function IntroduceForm({ member, ask, onClose }: Props) {
  const cache = useQueryClient()
  const toast = useToast()
  const { form } = useNewDraft<Values, MadeIntroduction>({
    initial: { other: null, reason: ask?.text ?? '' },
    draft: ['introduce', member.id, ...(ask ? [ask.id] : [])].join(':'),
    check: ({ other, reason }) => ({
      other: other ? undefined : m.introduceToRule({ name: member.displayName }),
      reason: reason.trim() ? undefined : m.introduceReasonRule(),
    }),
    create: ({ other, reason }, idempotencyKey) =>
      request('POST /api/introductions', {
        idempotencyKey,
        body: { people: [member.id, other?.id ?? ''], reason: reason.trim(), ask: ask?.id },
      }),
    async onCreated({ people }) {
      onClose()
      const names = formatList(people.map(({ displayName }) => displayName))
      toast(m.introduceSent({ names }), { tone: 'success' })
      await cache.invalidateQueries({ queryKey: introductions.queryKey })
    },
  })
  return (
    <form {...form.props} className={patterns.form}>
      <p>{m.introduceLead()}</p>
      <PersonPicker
        label={m.introduceTo({ name: member.displayName })}
        hint={m.introduceToHint()}
        name="person"
        source={candidatesFor(member.id)}
        except={[member]}
        value={form.values.other ?? undefined}
        error={form.errors['other']}
        onChange={(person) => form.set('other', person ?? null)}
      />
      <TextField
        {...form.field('reason')}
        label={m.introduceReason()}
        hint={m.introduceReasonHint()}
        multiline
        rows={3}
        maxLength={INTRODUCTION_LIMITS.reason}
      />
      <FormEnd form={form} onCancel={onClose} submit={m.introduceSend()} busy={words.sending()} />
    </form>
  )
}

/** Best matches first. Former members cannot be introduced. */
const candidatesFor = (memberId: string): PersonSource<PersonChoice> => ({
  queryKey: ['introduction-candidates', memberId],
  minLetters: 0,
  async load(q, signal) {
    if (q === '') {
      const query = { member: memberId }
      const { items } = await request('GET /api/introductions/candidates', { query, signal })
      return items.map(({ member, match }) => {
        const choice = choiceOf(member)
        return { ...choice, detail: match ?? choice.detail }
      })
    }
    const { items } = await request('GET /api/connections', { query: { list: 'accepted', q }, signal })
    return items.filter(({ member }) => !member.former).map(({ member }) => choiceOf(member))
  },
})
