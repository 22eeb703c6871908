import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { MEMBER_INTRODUCTION_LIMITS } from '#shared/member-introduction-rules.ts'
import type { MadeIntroduction } from '#shared/member-introductions.ts'
import type { MemberCard } from '#shared/members.ts'
import { connectionList } from '#client/features/connections/queries.ts'
import { createOnce } from '#client/lib/create-once.ts'
import { focusFirstInvalid, useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldError } from '#client/ui/Field.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { SearchField } from '#client/ui/SearchField.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'

import styles from './member-introductions.module.css'
import { memberIntroductions, URL } from './queries.ts'

interface Props {
  member: Pick<MemberCard, 'id' | 'displayName'>
  onClose: () => void
}

/** The other person, chosen among connections, and why the two should meet. */
export function IntroduceForm({ member, onClose }: Props) {
  const cache = useQueryClient()
  const toast = useToast()
  const draft = `introduce:${member.id}`
  const form = useForm({
    initial: { person: '', reason: '' },
    draft,
    check: ({ person, reason }) => ({
      ...(!person && { person: `Choose whom ${member.displayName} should meet.` }),
      ...(!reason.trim() && { reason: 'Write why they should meet.' }),
    }),
    submit: async ({ person, reason }) => {
      const body = { people: [member.id, person], reason: reason.trim() }
      const { people } = await createOnce<MadeIntroduction>(draft, URL, body)
      onClose()
      toast(`We’ll ask ${people.map(({ displayName }) => displayName).join(' and ')}.`, { tone: 'success' })
      await cache.invalidateQueries({ queryKey: memberIntroductions.queryKey })
    },
  })
  // The people are outside of the form, which focuses only its own fields.
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (form.attempt > 0) focusFirstInvalid(container.current)
  }, [form.attempt])
  return (
    <div ref={container} className={styles.form}>
      <p>
        We ask both, with your reason. They’re connected if both accept. You’ll only hear about it then: a no
        stays private.
      </p>
      <People
        label={`Introduce ${member.displayName} to`}
        except={member.id}
        value={form.values.person}
        error={form.errors['person']}
        onChange={(person) => form.set('person', person)}
      />
      <form {...form.props} className={styles.form}>
        <TextField
          {...form.field('reason')}
          label="Why should they meet?"
          hint="Both will read this."
          multiline
          rows={3}
          maxLength={MEMBER_INTRODUCTION_LIMITS.reason}
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div className={patterns.endActions}>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={form.busy && 'Sending…'}>
            Send introduction
          </Button>
        </div>
      </form>
    </div>
  )
}

interface PeopleProps {
  label: string
  /** Member id. */
  except: string
  value: string
  error: string | undefined
  onChange: (memberId: string) => void
}

/** Outside of the form, where Enter in the search field would send it. */
function People({ label, except, value, error, onChange }: PeopleProps) {
  const [q, setQ] = useState('')
  const query = useInfiniteQuery({
    ...connectionList('accepted', q),
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
  const others = query.data?.filter(({ member }) => member.id !== except && !member.former) ?? []
  return (
    <div className={styles.people}>
      <SearchField label="Search your connections" value={q} onSearch={setQ} />
      {query.isPending && <Spinner />}
      {query.isError && <Notice tone="warning">We couldn’t load your connections.</Notice>}
      {query.isSuccess && others.length === 0 && (
        <p className={patterns.muted}>{q ? `No matches for “${q}”.` : 'You need a second connection.'}</p>
      )}
      {others.length === 0 && error && <FieldError id={undefined}>{error}</FieldError>}
      {others.length > 0 && (
        <RadioCards
          label={label}
          name="person"
          value={value}
          onChange={onChange}
          error={error}
          options={others.map(({ member }) => ({
            value: member.id,
            label: member.displayName,
            hint: member.headline ?? member.company,
          }))}
        />
      )}
      <ShowMore {...query} />
    </div>
  )
}
