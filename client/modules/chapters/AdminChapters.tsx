import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'

import * as m from '#shared/chapters/messages.ts'
import { MIN_CHAPTERS } from '#shared/chapters/rules.ts'
import type { ChapterLine } from '#shared/chapters/schema.ts'
import { adminPath } from '#shared/lib/paths/admin.ts'
import { chapterAdminPath } from '#shared/lib/paths/chapters.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { DataTable } from '#client/ui/lists/DataTable.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { EditChapter, NewChapter } from './ChapterForm.tsx'
import { Merge } from './Merge.tsx'
import { chapter, chapterList } from './queries.ts'

const Proposals = lazyPart(() => import('./Proposals.tsx'), 'Proposals')
const ProposedChapter = lazyPart(() => import('./Proposals.tsx'), 'ProposedChapter')
const ImportChapters = lazyPart(() => import('./ImportChapters.tsx'), 'ImportChapters')
const HealthTable = lazyPart(() => import('./HealthTable.tsx'), 'HealthTable')

/**
 * The section of the admin area: a list, with `&edit=` a form, whose value is empty for a new chapter, with `&proposal=`
 * that for the chapter that a member proposed, with `&import=` those of a file, or with `&health=` the health of all.
 */
export function AdminChapters() {
  const [params, setParams] = useSearchParams()
  const close = () => setParams({ section: 'chapters' })
  const edited = params.get('edit')
  if (params.has('health')) return <HealthTable />
  if (params.has('import')) return <ImportChapters onDone={close} />
  const proposedBy = params.get('proposal')
  if (edited === '' || proposedBy !== null) return <New proposedBy={proposedBy} onDone={close} />
  if (edited !== null) return <Edit slug={edited} onDone={close} />
  return <List onCreate={() => setParams({ section: 'chapters', edit: '' })} />
}

const New = ({ proposedBy, onDone }: { proposedBy: string | null; onDone: () => void }) => (
  <Stack gap={4}>
    <h2>{m.newTitle()}</h2>
    {proposedBy === null ? (
      <NewChapter onDone={onDone} />
    ) : (
      <ProposedChapter memberId={proposedBy} onDone={onDone} />
    )}
  </Stack>
)

function Edit({ slug, onDone }: { slug: string; onDone: () => void }) {
  const { data } = useSuspenseQuery(chapter(slug))
  return (
    <Stack gap={8}>
      <Stack gap={4}>
        <h2>{m.editTitle({ name: data.name })}</h2>
        <EditChapter chapter={data} onDone={onDone} />
      </Stack>
      <Merge chapter={data} onDone={onDone} />
    </Stack>
  )
}

function List({ onCreate }: { onCreate: () => void }) {
  const chapters = useSuspenseInfiniteQuery(chapterList('all'))
  const create = <Button onClick={onCreate}>{m.create()}</Button>
  if (chapters.data.length === 0)
    return (
      <EmptyState title={m.adminNone()} action={create}>
        {m.adminNoneText()}
      </EmptyState>
    )
  const table = (
    <DataTable
      label={m.chapters()}
      columns={[m.name(), m.place(), m.state(), m.joining(), m.listing(), m.people(), m.actions()]}
      items={chapters.data}
      paging={chapters}
      queryKey={['chapters', 'list']}
      empty=""
      renderRow={(line) => <Row key={line.slug} {...line} />}
    />
  )
  return (
    <Stack gap={4}>
      {chapters.data.length < MIN_CHAPTERS && <Notice tone="info">{m.adminUnseen()}</Notice>}
      <div className={patterns.actions}>
        {create}
        <LinkButton variant="secondary" to={adminPath('chapters', { import: 'file' })}>
          {m.importChapters()}
        </LinkButton>
        {chapters.data.length >= MIN_CHAPTERS && (
          <LinkButton variant="secondary" to={adminPath('chapters', { health: 'all' })}>
            {m.health()}
          </LinkButton>
        )}
      </div>
      {chapters.data.length >= MIN_CHAPTERS ? <Proposals>{table}</Proposals> : table}
    </Stack>
  )
}

const Row = ({ slug, name, place, state, joinRule, listing, members }: ChapterLine) => (
  <tr>
    <th scope="row">
      <Link to={adminPath('chapters', { edit: slug })}>{name}</Link>
    </th>
    <td>{place}</td>
    <td>{m.stateName({ state })}</td>
    <td>{m.joinRuleName({ rule: joinRule })}</td>
    <td>{m.listingName({ listing })}</td>
    <td>{m.memberCount({ count: members })}</td>
    <td>
      <Link to={chapterAdminPath(slug)}>{m.managePeople()}</Link>
    </td>
  </tr>
)
