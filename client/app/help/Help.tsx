import { Link } from 'react-router-dom'
import { GUIDE } from 'virtual:guide'

import * as m from '#shared/app/messages.ts'
import { can, type RoleAction } from '#shared/people/roles.ts'
import { paths } from '#shared/lib/paths.ts'
import { GuideText } from '#client/ui/markdown/GuideText.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { useRole } from '#client/lib/auth/use-can.ts'

import { pagesFor } from './pages-for.ts'

const INDEXES: readonly { index: string; for?: RoleAction }[] = [
  { index: 'members/index' },
  { index: 'organisers/index', for: 'organise' },
  { index: 'admins/index', for: 'administer' },
]

/** `/profile?help=…`: a page of `docs/guide`, or all titles. Pages are no secret: roles only shorten the list. */
export const Help = ({ page, from }: { page: string; from: string }) =>
  page in GUIDE && !page.endsWith('/index') ? <Page name={page} /> : <Contents from={from} />

function Page({ name }: { name: string }) {
  const { title, content } = GUIDE[name]!
  return (
    <>
      <ScreenTitle>{m.helpTab({ page: title })}</ScreenTitle>
      <PageHeader title={title} />
      <article className={patterns.column}>
        <GuideText content={content} />
        <p>
          <Link viewTransition to={paths.help}>
            {m.helpAll()}
          </Link>
        </p>
      </article>
    </>
  )
}

function Contents({ from }: { from: string }) {
  const role = useRole()
  const mayRead = (index: (typeof INDEXES)[number]) => !index.for || can(role, index.for)
  const near = pagesFor(from)
  return (
    <>
      <ScreenTitle>{m.help()}</ScreenTitle>
      <PageHeader title={m.help()} />
      <div className={patterns.column}>
        {near.length > 0 && (
          <Stack gap={3}>
            <h2>{m.helpNear()}</h2>
            <ul className={patterns.bulleted}>
              {near.map((name) => (
                <li key={name}>
                  <Link viewTransition to={paths.help + name}>
                    {GUIDE[name]!.title}
                  </Link>
                </li>
              ))}
            </ul>
          </Stack>
        )}
        {INDEXES.filter(mayRead).map(({ index }) => (
          <Stack key={index} gap={3}>
            <h2>{GUIDE[index]!.title}</h2>
            <GuideText content={GUIDE[index]!.content} />
          </Stack>
        ))}
      </div>
    </>
  )
}
